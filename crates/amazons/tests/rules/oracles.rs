//! What two programs that nobody here wrote said about random games: see `testdata/oracles/README.md`.

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Color, Game, Move, Setup};

use crate::naive::{Broken, Naive};
use crate::testdata;

/// One line of a findings file.
struct Finding {
    fen: String,
    count: u64,
    digest: u64,
    played: Option<Move>,
    moves: Option<Vec<String>>,
}

enum Line {
    Game,
    Finding(Finding),
    End { plies: u32, winner: Color },
}

/// FNV-1a of 64 bits (Fowler, Noll, Vo) over the sorted moves, each followed by a line feed.
fn digest(moves: impl IntoIterator<Item = Move>) -> u64 {
    let mut words: Vec<String> =
        moves.into_iter().map(|mv| mv.written(MoveNotation::Fairy).to_string() + "\n").collect();
    words.sort_unstable();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    words.iter().flat_map(|word| word.bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

fn read(line: &str) -> Line {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    if line.starts_with("game ") {
        return Line::Game;
    }
    if let Some(plies) = fields[0].strip_prefix("end ") {
        let winner = match fields[1] {
            "white" => Color::White,
            "black" => Color::Black,
            other => panic!("no winner {other}"),
        };
        return Line::End { plies: plies.parse().unwrap(), winner };
    }
    let [_ply, fen, count, digest, played, moves] = fields[..] else { panic!("{line}") };
    Line::Finding(Finding {
        fen: fen.to_owned(),
        count: count.parse().unwrap(),
        digest: u64::from_str_radix(digest, 16).unwrap(),
        played: (played != "-").then(|| played.parse().unwrap()),
        moves: (moves != "-").then(|| moves.split(' ').map(str::to_owned).collect()),
    })
}

fn position(fen: &str) -> AnyPosition {
    AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap()
}

/// Checks a whole file and gives the number of positions in it.
fn check(name: &str) -> usize {
    let mut positions = 0;
    let mut game: Option<Game> = None;
    for line in testdata(name).lines().filter(|line| !line.starts_with('#')) {
        match read(line) {
            Line::Game => game = None,
            Line::Finding(finding) => {
                let position = position(&finding.fen);
                assert_eq!(position.count_moves(), finding.count, "{line}");
                assert_eq!(digest(position.legal_moves()), finding.digest, "{line}");
                assert_eq!(position.to_setup().to_fen(), finding.fen);
                if let Some(moves) = finding.moves {
                    let ours = position.legal_moves();
                    let mut ours: Vec<_> =
                        ours.iter().map(|mv| mv.written(MoveNotation::Fairy).to_string()).collect();
                    ours.sort_unstable();
                    assert_eq!(ours, moves, "{line}");
                }
                // Where every ply is recorded, playing the oracle's move gives the oracle's next position.
                let follows = game.as_ref().is_some_and(|game| game.position().ply() == position.ply());
                if let Some(game) = game.as_ref().filter(|_| follows) {
                    assert_eq!(*game.position(), position, "{line}");
                }
                let mut next = Game::new(position);
                if let Some(mv) = finding.played {
                    next.play(mv).unwrap();
                }
                game = Some(next);
                positions += 1;
            }
            Line::End { plies, winner } => {
                let last = game.as_ref().unwrap().position();
                assert_eq!(last.outcome().map(|outcome| outcome.winner), Some(winner), "{line}");
                assert_eq!(last.ply(), plies, "{line}");
            }
        }
    }
    positions
}

#[test]
fn fairy_stockfish_agrees() {
    assert!(check("oracles/pyffish.txt") > 1_000);
}

#[test]
fn open_spiel_agrees() {
    assert!(check("oracles/open_spiel.txt") > 1_000);
}

#[test]
fn every_broken_rule_would_be_found() {
    for name in ["oracles/pyffish.txt", "oracles/open_spiel.txt"] {
        let text = testdata(name);
        let findings = || {
            text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| match read(line) {
                Line::Finding(finding) => {
                    Some((Naive::from_setup(&position(&finding.fen).to_setup()), finding))
                }
                _ => None,
            })
        };
        let agrees =
            |broken, (naive, finding): &(Naive, Finding)| digest(naive.moves(broken)) == finding.digest;
        assert!(findings().step_by(10).all(|finding| agrees(Broken::Nothing, &finding)));
        for broken in Broken::ALL {
            assert!(findings().any(|finding| !agrees(broken, &finding)), "{name} does not notice {broken:?}");
        }
    }
}
