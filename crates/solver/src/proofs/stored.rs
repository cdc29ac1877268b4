//! One stored proof, and the questions to it.

use std::io::{self, BufRead, Write};
use std::num::NonZero;

use amazons::{Board, Color, Move, Position, Setup, Size, Square};
use verify::{Certificate, Fault, Rule};

/// A certificate that was checked: it answers for all positions of its board, in any symmetry and with either side to move.
///
/// ```
/// use amazons::{Narrow, Position, Size, Start};
/// use solver::{StoredProof, Verdict};
///
/// let size = Size::new(5, 4)?;
/// let start = Position::on_board(Narrow::new(size).unwrap(), &Start::of(size).unwrap().setup())?;
/// let proof = StoredProof::of(size).expect("5x4 is proven");
/// assert_eq!(proof.look(&start).verdict, Verdict::Win);
/// assert!(proof.winning_moves(&start).iter().any(|mv| mv.to_string() == "b1-b2/d2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct StoredProof {
    size: Size,
    name: String,
    certificate: Certificate,
}

/// What is proven of a position, for its side to move, or of a move, for the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// The proof does not say.
    NotProven,
}

impl Verdict {
    /// Whether it wins, where that is proven.
    #[must_use]
    pub fn is_win(self) -> Option<bool> {
        match self {
            Self::Win => Some(true),
            Self::Loss => Some(false),
            Self::NotProven => None,
        }
    }
}

/// What a stored proof says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenMove {
    /// The move.
    pub mv: Move,
    /// What it comes to.
    pub verdict: Verdict,
}

/// What a stored proof says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionProof {
    /// What the position is for its side to move.
    pub verdict: Verdict,
    /// All legal moves.
    pub moves: Vec<ProvenMove>,
}

impl StoredProof {
    /// Reads a certificate and checks all of it on some threads.
    ///
    /// # Errors
    ///
    /// Where the file is damaged or does not prove its claim.
    pub fn read_and_check(name: &str, file: impl BufRead, threads: NonZero<usize>) -> Result<Self, Fault> {
        let certificate = Certificate::read(file)?;
        certificate.check(threads, |_| ())?;
        let setup = Setup::from_fen(&certificate.fen);
        let setup = setup.map_err(|error| Fault::Refused(format!("line 2: {error}")))?;
        Ok(Self::trusted(setup.size, name, certificate))
    }

    /// A certificate that was checked before.
    pub(super) fn trusted(size: Size, name: &str, certificate: Certificate) -> Self {
        Self { size, name: name.to_owned(), certificate }
    }

    /// Its board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The name of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.certificate.keys.len()
    }

    /// The position of the certificate, whose winner it proves.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.certificate.fen
    }

    /// Writes its file, for [`verify`] and for whoever wants to check it.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let Certificate { fen, winning_move, keys, .. } = &self.certificate;
        verify::write(writer, fen, winning_move.as_deref(), keys)
    }

    /// The moves that are proven to win, in the order of the rules; none where the position is not of this board.
    #[must_use]
    pub fn winning_moves<B: Board>(&self, position: &Position<B>) -> Vec<Move> {
        let Some(position) = self.position(position) else { return Vec::new() };
        let mut rule = Rule::new(&self.certificate.board);
        let children = position.children(&self.certificate.board);
        let won = children.filter(|(_, after)| self.certificate.is_lost(&mut rule, after));
        won.map(|(mv, _)| self.to_move(mv)).collect()
    }

    /// Whether the side to move loses by the set or the rule: one look, which not all that [`look`](Self::look) proves is found by.
    #[must_use]
    pub fn is_lost<B: Board>(&self, position: &Position<B>) -> bool {
        let position = self.position(position);
        position.is_some_and(|position| {
            self.certificate.is_lost(&mut Rule::new(&self.certificate.board), &position)
        })
    }

    /// What is proven of a position and of all its moves.
    #[must_use]
    pub fn look<B: Board>(&self, position: &Position<B>) -> PositionProof {
        let Some(looked_at) = self.position(position) else {
            let not_proven = |mv| ProvenMove { mv, verdict: Verdict::NotProven };
            let moves = position.legal_moves().map(not_proven).collect();
            return PositionProof { verdict: Verdict::NotProven, moves };
        };
        let (certificate, board) = (&self.certificate, &self.certificate.board);
        let mut rule = Rule::new(board);
        let mut of_move = |after: &verify::Position| {
            if certificate.is_lost(&mut rule, after) {
                Verdict::Win
            } else if rule.mover_wins(after)
                || after.children(board).any(|(_, reply)| certificate.is_lost(&mut rule, &reply))
            {
                Verdict::Loss
            } else {
                Verdict::NotProven
            }
        };
        let moves: Vec<ProvenMove> = looked_at
            .children(board)
            .map(|(mv, after)| ProvenMove { mv: self.to_move(mv), verdict: of_move(&after) })
            .collect();
        let has = |verdict| moves.iter().any(|mv| mv.verdict == verdict);
        // A position of the set has no move but lost ones. Where the rule says that a side wins it has a move that wins by the rule.
        let verdict = match () {
            () if has(Verdict::Win) => Verdict::Win,
            () if has(Verdict::NotProven) => Verdict::NotProven,
            () => Verdict::Loss,
        };
        PositionProof { verdict, moves }
    }

    /// A position as the certificate has it; `None` if it is not one of the standard game on its board.
    fn position<B: Board>(&self, position: &Position<B>) -> Option<verify::Position> {
        if position.board().size() != self.size || position.vacancies().delay() > 0 {
            return None;
        }
        let set = |has: &dyn Fn(Square) -> bool| {
            let squares = self.size.squares().enumerate().filter(|&(_, square)| has(square));
            squares.fold(0, |set, (place, _)| set | 1 << place)
        };
        let amazons = |color: Color| set(&|square| position.amazons(color).contains(square));
        Some(verify::Position {
            empty: set(&|square| position.empty().contains(square)),
            mover: amazons(position.turn()),
            opponent: amazons(!position.turn()),
        })
    }

    fn to_move(&self, mv: [u32; 3]) -> Move {
        let square =
            |set: u32| self.size.squares().nth(set.trailing_zeros() as usize).expect("a square of the board");
        let [from, to, arrow] = mv.map(square);
        Move { from, to, arrow }
    }
}
