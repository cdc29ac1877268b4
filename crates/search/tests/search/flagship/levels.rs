//! The levels: a table that rises, limits, seeds, and no amazon shut in by the weak ones.

use amazons::{AnyPosition, Board, Board10x10, Draw, Move, Position, Square, StartSpec, Visitor};
use eval::Otrera;
use search::flagship::{FlagshipConfig, LEVELS, Level, Leveled, SelfBlocking};
use search::{Search, Task};
use testkit::{start, think};
use thought::{Control, Decision, Limits, Observer, Report};

fn leveled<B: Board>(level: Level) -> Leveled<B, Otrera> {
    Leveled::new(&FlagshipConfig { hash: 8, ..FlagshipConfig::default() }, Otrera, level)
}

#[test]
fn a_higher_level_looks_at_more_and_misjudges_less() {
    for pair in LEVELS.windows(2) {
        let [low, high] = [pair[0], pair[1]];
        assert!(low.nodes <= high.nodes && low.blur >= high.blur, "{low:?}, {high:?}");
        assert!(low.nodes < high.nodes || low.blur > high.blur, "{low:?} is {high:?}");
        assert!(
            low.self_blocking == SelfBlocking::Avoided || high.self_blocking == SelfBlocking::Allowed,
            "{low:?}, {high:?}"
        );
    }
    assert_eq!(LEVELS[0].self_blocking, SelfBlocking::Avoided);
    assert_eq!(Level::numbered(1), Some(LEVELS[0]));
    assert_eq!(Level::numbered(10), Some(LEVELS[9]));
    assert_eq!((Level::numbered(0), Level::numbered(11)), (None, None));
}

#[test]
fn the_narrower_limit_counts() {
    let nodes = |level, limits| think(&mut leveled(level), &start(), &limits).report.nodes;
    let own = nodes(LEVELS[2], Limits::NONE);
    assert!((LEVELS[2].nodes / 2..=LEVELS[2].nodes).contains(&own), "{own}");
    assert_eq!(nodes(LEVELS[2], Limits::nodes(1_000_000)), own);
    assert!(nodes(LEVELS[2], Limits::nodes(150)) <= 150);
    assert_eq!(nodes(LEVELS[2], Limits::nodes(0)), 0);
    let few = think(&mut leveled(LEVELS[9]), &start(), &Limits::playouts(2)).report;
    assert_eq!(few.playouts, 2);
}

#[test]
fn a_large_board_is_looked_at() {
    let setup = "random:16x16,amazons=16,margin=1,seed=1".parse::<StartSpec>().unwrap().setup().unwrap();
    struct Look;
    impl Visitor for Look {
        type Output = (u64, u32);

        fn visit<B: Board>(self, position: &Position<B>) -> (u64, u32) {
            (think(&mut leveled(LEVELS[0]), position, &Limits::NONE).report.nodes, position.count_steps())
        }
    }
    let (nodes, steps) = AnyPosition::from_setup(&setup).unwrap().visit(Look);
    assert!(u64::from(steps) > LEVELS[0].nodes && nodes > u64::from(steps), "{nodes} of {steps} steps");
}

/// The moves of a level against itself.
fn moves(level: Level, seed: u64) -> Vec<Move> {
    let mut search: Leveled<Board10x10, _> = leveled(level);
    search.new_game(seed);
    let mut position = start();
    let mut play = |_| {
        let mv = think(&mut search, &position, &Limits::NONE).mv;
        position = position.play(mv).unwrap();
        mv
    };
    (0..12).map(&mut play).collect()
}

#[test]
fn a_seed_gives_the_same_game_and_another_seed_another() {
    for level in [LEVELS[0], LEVELS[4]] {
        assert_eq!(moves(level, 1), moves(level, 1));
        assert_ne!(moves(level, 1), moves(level, 2));
    }
}

/// Remembers the last report.
struct Last(Report);

impl Observer for Last {
    fn report(&mut self, report: &Report) -> std::ops::ControlFlow<()> {
        self.0 = report.clone();
        std::ops::ControlFlow::Continue(())
    }
}

#[test]
fn the_move_played_heads_the_lines_that_were_asked_for() {
    for lines in [1, 3] {
        let config = FlagshipConfig { hash: 8, multi_pv: lines, ..FlagshipConfig::default() };
        for seed in 0..5 {
            let mut search: Leveled<Board10x10, _> = Leveled::new(&config, Otrera, LEVELS[1]);
            search.new_game(seed);
            let mut last = Last(Report::default());
            let (limits, control) = (Limits::NONE, Control::new());
            let task = Task::new(&limits, &control, &mut last);
            let Decision { mv, report } = search.search(&start(), task).unwrap();
            assert_eq!(last.0.lines, report.lines);
            assert_eq!((report.lines.len(), report.lines[0].moves[0]), (lines, mv));
            let heads: std::collections::HashSet<Move> =
                report.lines.iter().map(|line| line.moves[0]).collect();
            assert_eq!(heads.len(), lines, "no move twice");
        }
    }
}

#[test]
fn blur_chooses_among_better_and_worse_moves() {
    // Without blur the best judged move; with much of it nearly any.
    let chosen = |blur| {
        let level = Level { nodes: 2_000, blur, self_blocking: SelfBlocking::Allowed, ..LEVELS[0] };
        let seeds = 0..12;
        seeds
            .map(|seed| {
                let mut search = leveled(level);
                search.new_game(seed);
                think(&mut search, &start(), &Limits::NONE).mv
            })
            .collect::<std::collections::HashSet<Move>>()
            .len()
    };
    assert_eq!(chosen(0.0), 1);
    assert!(chosen(5.0) > 9);
}

/// Whether an amazon on a square could step, asked square by square.
fn has_step<B: Board>(position: &Position<B>, square: Square) -> bool {
    let apart = |a: u8, b: u8| a.abs_diff(b);
    let is_beside = |other: &Square| {
        apart(other.file().index(), square.file().index())
            .max(apart(other.rank().index(), square.rank().index()))
            == 1
    };
    position.to_setup().size.squares().filter(is_beside).any(|other| position.piece_at(other).is_none())
}

/// The same as the rule of the low levels, said otherwise: some amazon that could step cannot any more.
fn shuts_in<B: Board>(position: &Position<B>, mv: Move) -> bool {
    let side = position.turn();
    let after = position.play(mv).unwrap();
    let moved = |square: Square| if square == mv.from { mv.to } else { square };
    let mut before = position.amazons(side).into_iter().filter(|&square| has_step(position, square));
    before.any(|square| !has_step(&after, moved(square)))
}

/// Positions of random games in which some moves shut in an amazon of the side to move and others do not.
fn tempting<B: Board>(start: &Position<B>, games: u64) -> Vec<Position<B>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = testkit::rng(seed);
        let mut position = *start;
        while let Some(mv) = position.random_move(Draw::Steps, &mut rng) {
            position.play_unchecked(mv);
            let is_late = position.empty().count() * 3 < position.to_setup().size.area();
            let mut kinds = [false; 2];
            if is_late {
                position.legal_moves().for_each(|mv| kinds[usize::from(shuts_in(&position, mv))] = true);
            }
            if kinds == [true; 2] {
                found.push(position);
            }
        }
    }
    found
}

struct CountSealed {
    level: Level,
    limits: Limits,
    games: u64,
}

impl Visitor for CountSealed {
    /// How often an amazon was shut in, and in how many positions that was possible and avoidable.
    type Output = (usize, usize);

    fn visit<B: Board>(self, start: &Position<B>) -> (usize, usize) {
        let positions = tempting(start, self.games);
        let mut search = leveled(self.level);
        let shut = positions.iter().zip(0..).filter(|(position, seed)| {
            search.new_game(*seed);
            shuts_in(position, think(&mut search, position, &self.limits).mv)
        });
        (shut.count(), positions.len())
    }
}

#[test]
fn low_levels_shut_in_no_amazon_of_their_own() {
    for (spec, delay, games) in [("10x10", 0, 12), ("6x6", 0, 30), ("8x8", 3, 12)] {
        let mut setup = spec.parse::<StartSpec>().unwrap().setup().unwrap();
        setup.delay = delay;
        let start = AnyPosition::from_setup(&setup).unwrap();
        let count = |level, limits| start.visit(CountSealed { level, limits, games });
        for limits in [Limits::NONE, Limits::nodes(0), Limits::playouts(1)] {
            for level in LEVELS.into_iter().filter(|level| level.self_blocking == SelfBlocking::Avoided) {
                let (shut, positions) = count(level, limits);
                assert!(shut == 0 && positions > 50, "{shut} of {positions} on {spec}");
            }
        }
        // The rule is what keeps them from it.
        let (shut, _) = count(Level { self_blocking: SelfBlocking::Allowed, ..LEVELS[0] }, Limits::NONE);
        assert!(shut > 0, "nothing tempts on {spec}");
    }
}
