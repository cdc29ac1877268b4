//! What the stored proofs say of a position and of its moves.

use amazons::{AnyPosition, Board, Color, Position, Visitor};
use solver::{ProvenMove, StoredProof, Verdict};

use crate::api;
use crate::view;

/// Boards of so many squares can be proven at all.
const MOST_SQUARES: u32 = 32;

/// What is proven of a position.
pub(crate) fn of(position: &AnyPosition) -> api::ProvenPosition {
    position.visit(Look)
}

struct Look;

impl Visitor for Look {
    type Output = api::ProvenPosition;

    fn visit<B: Board>(self, position: &Position<B>) -> api::ProvenPosition {
        let size = position.board().size();
        let is_small = u32::from(size.columns()) * u32::from(size.rows()) <= MOST_SQUARES;
        let standard = position.vacancies().delay() == 0;
        let Some(proof) = StoredProof::of(size).filter(|_| standard) else {
            return api::ProvenPosition {
                is_small: is_small && standard,
                proof: None,
                winner: None,
                moves: Vec::new(),
            };
        };
        let looked = proof.look(position);
        let winner: Option<Color> = match looked.verdict {
            Verdict::Win => Some(position.turn()),
            Verdict::Loss => Some(!position.turn()),
            Verdict::NotProven => None,
        };
        api::ProvenPosition {
            is_small: true,
            proof: Some(api::StoredProof {
                file: format!("proofs/{}", proof.name()),
                positions: proof.positions() as u64,
            }),
            winner: winner.map(Into::into),
            moves: looked.moves.iter().map(proven_move).collect(),
        }
    }
}

fn proven_move(found: &ProvenMove) -> api::ProvenMove {
    let verdict = match found.verdict {
        Verdict::Win => api::MoveVerdict::Won,
        Verdict::Loss => api::MoveVerdict::Lost,
        Verdict::NotProven => api::MoveVerdict::Open,
    };
    api::ProvenMove { mv: view::wire_move(found.mv), verdict }
}
