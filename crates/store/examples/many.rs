//! Fills a new store with random games and says how long it takes to list and filter them; the figures stand in
//! `docs/performance.md`.
//!
//! `cargo run --release -p store --example many -- FILE 100000`

#![expect(clippy::print_stdout, reason = "a program that measures prints its figures")]

use std::path::Path;
use std::time::{Duration, Instant};

use amazons::{ByColor, Draw, Game};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use store::{Ending, Filter, GameRecord, Order, Sort, Source, Store, StoreError, Thought, WinnerFilter};
use thought::Assessment;
use time::OffsetDateTime;

/// A random game; one in ten has thoughts.
fn game(number: u64) -> GameRecord {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
    let mut game = Game::default();
    while let Some(mv) = game.position().random_move(Draw::Steps, &mut rng) {
        game.play(mv).expect("a drawn move is legal");
    }
    let thought = |mv| Thought {
        time: Duration::from_millis(100),
        nodes: number,
        assessment: Assessment { line: vec![mv; 5], ..Assessment::default() },
        ..Thought::default()
    };
    let thoughts = game.moves().iter().copied().filter(|_| number.is_multiple_of(10)).map(thought).collect();
    let name = |of: u64| format!("player {}", (number / of) % 200);
    GameRecord {
        event: Some(format!("event {}", number % 1000)),
        opening: Some(format!("opening {}", number % 500)),
        played_at: OffsetDateTime::from_unix_timestamp(1_500_000_000 + number as i64 * 600).ok(),
        thoughts,
        ..GameRecord::new(ByColor { white: name(1), black: name(7) }, game, Source::ALL[number as usize % 5])
    }
}

fn fill(store: &mut Store, games: u64) -> Result<(), StoreError> {
    let began = Instant::now();
    for first in (0..games).step_by(1000) {
        let mut batch = store.batch()?;
        for number in first..games.min(first + 1000) {
            batch.add_game(&game(number), None)?;
        }
        batch.commit()?;
    }
    println!("{games} games made and stored, 1,000 at once: {:.1} s", began.elapsed().as_secs_f64());
    let singles: Vec<GameRecord> = (games..games + 200).map(|number| game(number * 10)).collect();
    let began = Instant::now();
    for single in &singles {
        store.add_game(single, None)?;
    }
    println!("one game with thoughts, on the disk: {:.2} ms", began.elapsed().as_secs_f64() * 1000.0 / 200.0);
    Ok(())
}

fn main() -> Result<(), StoreError> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("the file to make");
    let games = arguments.next().map_or(100_000, |text| text.parse().expect("a number of games"));
    let mut store = Store::open(Path::new(&path))?;
    if store.count(&Filter::default())? == 0 {
        fill(&mut store, games)?;
    }
    let page = || Filter { order: Order::Descending, limit: Some(20), ..Filter::default() };
    let moment = OffsetDateTime::from_unix_timestamp(1_520_000_000).ok();
    let filters = [
        ("the newest 20", page()),
        ("the longest 20", Filter { sort: Sort::Length, ..page() }),
        ("20 by date", Filter { sort: Sort::Date, ..page() }),
        ("the last 20 of all", Filter { offset: games - 20, ..page() }),
        ("a player", Filter { players: vec!["player 7".into()], ..page() }),
        ("players by pattern", Filter { players: vec!["player 1*".into()], ..page() }),
        ("wins of a player", Filter { winner: Some(WinnerFilter::Player("player 7".into())), ..page() }),
        ("a length", Filter { min_plies: Some(60), max_plies: Some(62), ..page() }),
        ("a time", Filter { since: moment, ..page() }),
        ("an opening", Filter { opening: Some("opening 3".into()), ..page() }),
        ("openings by pattern", Filter { opening: Some("*99".into()), ..page() }),
        ("an ending (all)", Filter { ending: Some(Ending::NoMoves), ..page() }),
        ("an ending (none)", Filter { ending: Some(Ending::Crash), ..page() }),
        ("player, length, time", {
            Filter { players: vec!["player 7".into()], min_plies: Some(60), since: moment, ..page() }
        }),
        ("all", Filter::default()),
    ];
    for (name, filter) in filters {
        let began = Instant::now();
        let listed = store.list(&filter)?.len();
        let list = began.elapsed();
        let began = Instant::now();
        let count = store.count(&filter)?;
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        println!(
            "{name:<24} list {listed:>6}: {:>7.1} ms, count {count:>6}: {:>6.1} ms",
            millis(list),
            millis(began.elapsed())
        );
    }
    let began = Instant::now();
    store.stats(&Filter::default())?;
    println!("stats of all: {:.0} ms", began.elapsed().as_secs_f64() * 1000.0);
    explore(&store)
}

/// What was played from the start, after a few plies, and late in a game; once more among the games of one player.
fn explore(store: &Store) -> Result<(), StoreError> {
    let game = game(4711).game;
    let one = Filter { players: vec!["player 7".into()], ..Filter::default() };
    for (ply, position) in game.positions().enumerate().filter(|(ply, _)| [0, 1, 2, 10, 40].contains(ply)) {
        for (whose, filter) in [("all", &Filter::default()), ("one player's", &one)] {
            let began = Instant::now();
            let explored = store.explore(position, filter)?;
            let (millis, games) = (began.elapsed().as_secs_f64() * 1000.0, explored.games);
            println!("explore ply {ply:>2}, {whose:<12} games: {games:>6}: {millis:>6.1} ms");
        }
    }
    Ok(())
}
