//! Random moves follow the law that they claim, and random games look as they should.

use std::collections::HashMap;

use amazons::{Board, Board10x10, Color, Draw, Move, Narrow, Position, Setup, Start, Visitor, Walker};

use crate::sample;

/// A small position in which the three ways to draw differ: White's amazons have 3 and 5 steps with few and many
/// shots.
fn lopsided() -> Position<Narrow> {
    let setup = Setup::from_diagram(
        "W . * B .
         * . . * .
         . * . W .",
    )
    .unwrap();
    Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap()
}

/// The probability of every move.
fn law(position: &Position<Narrow>, draw: Draw) -> HashMap<Move, f64> {
    let moves: Vec<Move> = position.legal_moves().collect();
    let share = |same: &dyn Fn(&Move) -> bool| 1.0 / moves.iter().filter(|mv| same(mv)).count() as f64;
    let steps: std::collections::HashSet<_> = moves.iter().map(|mv| (mv.from, mv.to)).collect();
    let movers: std::collections::HashSet<_> = moves.iter().map(|mv| mv.from).collect();
    let probability = |mv: &Move| {
        let shot = share(&|other| (other.from, other.to) == (mv.from, mv.to));
        match draw {
            Draw::Uniform => 1.0 / moves.len() as f64,
            Draw::Steps => shot / steps.len() as f64,
            Draw::Amazons => {
                let squares = steps.iter().filter(|step| step.0 == mv.from).count();
                shot / squares as f64 / movers.len() as f64
            }
        }
    };
    moves.iter().map(|mv| (*mv, probability(mv))).collect()
}

/// The chi-square statistic of a sample of draws by a position, per degree of freedom.
fn misfit(position: &Position<Narrow>, draw: Draw, law: &HashMap<Move, f64>) -> f64 {
    misfit_of(law, |rng| position.random_move(draw, rng).unwrap())
}

/// The same of draws by a walker.
fn walker_misfit(position: &Position<Narrow>, draw: Draw, law: &HashMap<Move, f64>) -> f64 {
    let walker = Walker::new(position).unwrap();
    misfit_of(law, |rng| walker.clone().step(draw, rng).unwrap())
}

fn misfit_of(law: &HashMap<Move, f64>, draw: impl Fn(&mut sample::Rng) -> Move) -> f64 {
    const DRAWS: u32 = 60_000;
    let mut rng = sample::rng(7);
    let mut seen: HashMap<Move, u32> = HashMap::new();
    for _ in 0..DRAWS {
        *seen.entry(draw(&mut rng)).or_default() += 1;
    }
    assert!(seen.keys().all(|mv| law.contains_key(mv)));
    let terms = law.iter().map(|(mv, probability)| {
        let expected = probability * f64::from(DRAWS);
        (f64::from(seen.get(mv).copied().unwrap_or(0)) - expected).powi(2) / expected
    });
    terms.sum::<f64>() / (law.len() - 1) as f64
}

#[test]
fn each_way_to_draw_follows_its_own_law_and_no_other() {
    let position = lopsided();
    let draws = [Draw::Uniform, Draw::Steps, Draw::Amazons];
    for draw in draws {
        for other in draws {
            let misfit = misfit(&position, draw, &law(&position, other));
            // Near 1 when the law is right; with 60,000 draws a wrong one is off by hundreds.
            assert_eq!(misfit < 2.0, draw == other, "{draw:?} by the law of {other:?}: {misfit}");
            let misfit = walker_misfit(&position, draw, &law(&position, other));
            assert_eq!(misfit < 2.0, draw == other, "a walker's {draw:?} by the law of {other:?}: {misfit}");
        }
    }
}

#[test]
fn a_walker_is_uniform_where_there_are_many_steps() {
    // With so many it does not count all moves but draws until an arrow gets there.
    let setup = Setup::from_fen("Q4/2*1Q/*4/2q1Q/Q4 w").unwrap();
    let position = Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap();
    assert_eq!((position.count_steps(), position.count_moves()), (28, 230));
    let misfit = walker_misfit(&position, Draw::Uniform, &law(&position, Draw::Uniform));
    assert!(misfit < 1.6, "{misfit}");
}

#[test]
fn the_laws_hold_where_steps_may_leave_no_shot() {
    let setup = Setup::from_fen("Q1*Q2/****1q w - - 0 1 k2:").unwrap();
    let position = Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap();
    let shotless = position.amazons(Color::White).into_iter().any(|from| {
        let mut steps = position.steps(from).into_iter();
        steps.any(|to| position.shots(from, to).is_empty())
    });
    assert!(shotless, "the position is to have a step without a shot");
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        let misfit = misfit(&position, draw, &law(&position, draw));
        assert!(misfit < 2.0, "{draw:?}: {misfit}");
    }
}

/// Mean length, standard deviation and White's share of wins of random games from the standard start.
fn random_games(draw: Draw, games: u32) -> (f64, f64, f64) {
    let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
    let mut rng = sample::rng(11);
    let (mut plies, mut squares, mut wins) = (0.0, 0.0, 0.0);
    for _ in 0..games {
        let playout = start.play_out(draw, &mut rng);
        let length = f64::from(playout.plies);
        plies += length;
        squares += length * length;
        wins += f64::from(u8::from(playout.winner == Color::White));
    }
    let games = f64::from(games);
    let mean = plies / games;
    (mean, (squares / games - mean * mean).sqrt(), wins / games)
}

#[test]
fn random_games_are_as_long_as_others_found_them() {
    // From 200,000 games each; with 6,000 of ours the mean has a standard error of 0.09.
    for (draw, mean, deviation) in
        [(Draw::Uniform, 71.45, 5.8), (Draw::Steps, 68.2, 6.7), (Draw::Amazons, 69.0, 6.7)]
    {
        let (plies, spread, wins) = random_games(draw, 6_000);
        assert!((plies - mean).abs() < 0.35, "{draw:?}: {plies} plies");
        assert!((spread - deviation).abs() < 0.3, "{draw:?}: deviation {spread}");
        assert!((wins - 0.5).abs() < 0.03, "{draw:?}: White won {wins}");
    }
}

#[test]
fn the_number_of_moves_falls_as_others_found_it() {
    // Mean number of moves by ply in uniform random games.
    let expected =
        [(0, 2176.0), (1, 1979.0), (4, 1711.0), (10, 1137.0), (20, 565.0), (40, 131.0), (60, 23.0)];
    let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
    let mut rng = sample::rng(13);
    let mut sums: HashMap<u32, (f64, f64)> = HashMap::new();
    for _ in 0..1_500 {
        let mut position = start;
        while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
            let (sum, games) = sums.entry(position.ply()).or_default();
            *sum += position.count_moves() as f64;
            *games += 1.0;
            position.play_unchecked(mv);
        }
    }
    for (ply, mean) in expected {
        let (sum, games) = sums[&ply];
        assert!((sum / games / mean - 1.0).abs() < 0.04, "ply {ply}: {} moves", sum / games);
    }
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        let game = |seed| start.play_out(draw, &mut sample::rng(seed));
        assert_eq!(game(3), game(3));
        assert!((0..20).any(|seed| game(seed) != game(3)));
    }
}

#[test]
fn a_walker_walks_where_the_position_goes() {
    for seed in 0..60 {
        for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
            let mut position = sample::random_position(seed, (seed % 20) as u32).visit(Narrowed);
            let Some(origin) = position else { continue };
            let mut walker = Walker::new(&origin).unwrap();
            let mut rng = sample::rng(seed);
            while let Some(mv) = walker.step(draw, &mut rng) {
                let after = position.unwrap().play(mv).unwrap();
                assert_eq!(walker.to_position(&origin), after, "{mv}");
                position = Some(after);
            }
            let last = position.unwrap();
            assert!(!last.has_move());
            assert_eq!(walker.turn(), last.turn());
            // Replayed by hand, it comes to the same end.
            let mut again = Walker::new(&origin).unwrap();
            let mut rng = sample::rng(seed);
            let mut twin = Walker::new(&origin).unwrap();
            while let Some(mv) = twin.step(draw, &mut rng) {
                again.play(mv);
            }
            assert_eq!(again.to_position(&origin), last);
            assert_eq!(again.plies(), walker.plies());
        }
    }
}

/// The position on a board made at run time, if a walker takes it.
struct Narrowed;

impl Visitor for Narrowed {
    type Output = Option<Position<Narrow>>;

    fn visit<B: Board>(self, position: &Position<B>) -> Option<Position<Narrow>> {
        Walker::new(position)?;
        let board = Narrow::new(position.board().size())?;
        Some(Position::on_board(board, &position.to_setup()).unwrap())
    }
}

#[test]
fn a_walker_takes_only_what_it_can_keep() {
    let takes = |fen: &str| {
        let setup = Setup::from_fen(fen).unwrap();
        Walker::new(&Position::on_board(amazons::Wide::new(setup.size), &setup).unwrap()).is_some()
    };
    assert!(takes("Q8q w"));
    assert!(!takes("Q9q w"));
    assert!(!takes("Q8q w - - 0 1 k1:"));
}
