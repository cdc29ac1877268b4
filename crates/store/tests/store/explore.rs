//! The explorer against a plain look at all positions of all games.

use amazons::{AnyPosition, Board, Color, Game, Move, Position, Start, Symmetry, Transform, Visitor};
use store::{Explored, Filter, GameRecord, Source, Store};

use crate::sample::{new_store, players, random_game};

/// One hash for a position and all its images.
struct Canonical;

impl Visitor for Canonical {
    type Output = u64;

    fn visit<B: Board>(self, position: &Position<B>) -> u64 {
        let seen = |symmetry| position.transformed(Transform { symmetry, swaps_colors: false }).key();
        Symmetry::of(position.board().size()).map(seen).min().unwrap()
    }
}

fn canonical(position: &AnyPosition) -> u64 {
    position.visit(Canonical)
}

fn mirrored(game: &Game, symmetry: Symmetry) -> Game {
    let mut image = Game::new(*game.start());
    for &mv in game.moves() {
        image.play(symmetry.apply_to_move(mv, game.start().size())).unwrap();
    }
    image
}

fn games() -> (tempfile::TempDir, Store, Vec<GameRecord>) {
    let (folder, mut store) = new_store();
    let small = Start::of("6x6".parse().unwrap()).unwrap();
    // The start is its own image where files are mirrored: the second symmetry.
    let mirror = Symmetry::of(small.setup().size).nth(1).unwrap();
    let mut all = Vec::new();
    for seed in 0..30 {
        let start = if seed % 5 == 0 { Start::STANDARD } else { small };
        // Games of one seed go the same way as far as they go.
        let game = random_game(seed / 3, start, [200, 9, 17][seed as usize % 3]);
        let game = if seed % 2 == 0 && seed % 5 > 0 { mirrored(&game, mirror) } else { game };
        let names = if seed % 4 == 0 { players("Ada", "b") } else { players("a", "b") };
        let game = GameRecord::new(names, game, Source::ALL[seed as usize % 5]);
        store.add_game(&game, None).unwrap();
        all.push(game);
    }
    (folder, store, all)
}

fn look(all: &[GameRecord], position: &AnyPosition) -> (u64, u64, Vec<(u64, u64)>) {
    let wanted = canonical(position);
    let (mut games, mut white, mut after) = (0, 0, std::collections::BTreeMap::new());
    for game in all {
        let positions: Vec<&AnyPosition> = game.game.positions().collect();
        let Some(at) = positions.iter().position(|position| canonical(position) == wanted) else { continue };
        games += 1;
        white += u64::from(game.winner == Some(Color::White));
        if let Some(next) = positions.get(at + 1) {
            *after.entry(canonical(next)).or_insert(0) += 1;
        }
    }
    (games, white, after.into_iter().collect())
}

fn told(position: &AnyPosition, explored: &Explored) -> (u64, u64, Vec<(u64, u64)>) {
    let mut after: Vec<(u64, u64)> = (explored.moves.iter())
        .map(|explored| (canonical(&position.play(explored.mv).unwrap()), explored.games))
        .collect();
    after.sort_unstable();
    (explored.games, explored.wins.white, after)
}

#[test]
fn the_explorer_finds_what_a_plain_look_finds() {
    let (_folder, store, all) = games();
    let mut shared = 0;
    for game in &all {
        for position in game.game.positions() {
            let explored = store.explore(position, &Filter::default()).unwrap();
            assert_eq!(told(position, &explored), look(&all, position), "{}", position.to_setup().to_fen());
            assert!(explored.examples.len() as u64 == explored.games.min(10));
            shared += u64::from(explored.games > 1);
        }
    }
    assert!(shared > 100, "some positions are those of several games: {shared}");
}

/// A position seen through all symmetries of its board.
struct Images;

impl Visitor for Images {
    type Output = Vec<AnyPosition>;

    fn visit<B: Board>(self, position: &Position<B>) -> Vec<AnyPosition> {
        let seen = |symmetry| {
            let image = position.transformed(Transform { symmetry, swaps_colors: false });
            AnyPosition::from_setup(&image.to_setup()).unwrap()
        };
        Symmetry::of(position.board().size()).map(seen).collect()
    }
}

#[test]
fn a_turned_board_tells_the_same_as_it_stands() {
    let (_folder, store, all) = games();
    for position in all[1].game.positions().step_by(4) {
        for image in position.visit(Images) {
            let explored = store.explore(&image, &Filter::default()).unwrap();
            assert!(explored.games > 0);
            assert_eq!(told(&image, &explored), look(&all, &image), "{}", image.to_setup().to_fen());
        }
    }
}

#[test]
fn the_explorer_takes_filters_and_passes_over_the_trash() {
    let (_folder, mut store, all) = games();
    let start = *all[1].game.start();
    let ada = Filter { players: vec!["Ada".into()], ..Filter::default() };
    let hers: Vec<GameRecord> = all.iter().filter(|game| game.players.white == "Ada").cloned().collect();
    assert_eq!(told(&start, &store.explore(&start, &ada).unwrap()), look(&hers, &start));
    let before = store.explore(&start, &Filter::default()).unwrap();
    store.delete(&[before.examples[0].id]).unwrap();
    let after = store.explore(&start, &Filter::default()).unwrap();
    assert_eq!(after.games + 1, before.games);
    // A move number does not matter, a piece does.
    let mut later = start.to_setup();
    later.move_number = 7;
    let moved = AnyPosition::from_setup(&later).unwrap();
    assert_eq!(store.explore(&moved, &Filter::default()).unwrap(), after);
    let mv: Move = "a2-a3/b3".parse().unwrap();
    assert_eq!(store.explore(&start.play(mv).unwrap(), &Filter::default()).unwrap().games, 0);
}
