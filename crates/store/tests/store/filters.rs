//! Every filter, order and sum, against a plain look at all games.

use std::ops::ControlFlow;

use amazons::{ByColor, Color, Start};
use store::{
    Ending, Filter, GameId, GameRecord, GameSummary, Order, RunId, Slot, Sort, Source, Store, WinnerFilter,
};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};

use crate::sample::{new_store, players, random_game};

fn day(number: i64) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + Duration::days(number)
}

/// Forty games that differ in everything.
fn forty() -> (TempDir, Store) {
    let (folder, mut store) = new_store();
    let run = store.begin_run("match", "{}").unwrap();
    let names = ["Ada", "mgpeo:groups=2", "[odd]"];
    for number in 0..40_u64 {
        let at = number as usize;
        let is_short = number % 4 == 1;
        let start =
            if number % 7 == 3 { Start::of("6x6".parse().unwrap()).unwrap() } else { Start::STANDARD };
        let game = random_game(number, start, if is_short { at } else { 200 });
        let mut game = GameRecord::new(players(names[at % 3], names[at / 3 % 3]), game, Source::ALL[at % 5]);
        if is_short {
            (game.ending, game.winner) = [
                (Ending::Unfinished, None),
                (Ending::Stall, Some(Color::White)),
                (Ending::Resignation, Some(Color::Black)),
            ][at % 3];
        }
        game.opening = (number % 3 > 0).then(|| format!("Opening {}", number % 7));
        game.event = (number % 2 > 0).then(|| format!("amzn.ch.{}", number % 3));
        game.played_at = (number % 5 > 0).then(|| day(number as i64 * 7 % 40));
        game.annotations.title = (number % 6 == 2).then(|| format!("A [fine] *game* {number}"));
        game.annotations.tags = (0..number % 3).map(|tag| format!("Tag {tag}")).collect();
        let slot = (number % 4 == 0).then_some(Slot { run, slot: number, seed: number });
        store.add_game(&game, slot).unwrap();
    }
    (folder, store)
}

#[test]
fn every_filter_keeps_what_it_says() {
    let (_folder, store) = forty();
    let all = store.list(&Filter::default()).unwrap();
    assert_eq!(all.len(), 40);
    let none = Filter::default;
    let has = |name: &'static str| {
        move |game: &GameSummary| game.players.white == name || game.players.black == name
    };
    let won = |game: &GameSummary, name: &str| game.winner.is_some_and(|winner| game.players[winner] == name);
    type Law<'a> = Box<dyn Fn(&GameSummary) -> bool + 'a>;
    let laws: Vec<(Filter, Law<'_>)> = vec![
        (Filter { players: vec!["aDA".into()], ..none() }, Box::new(has("Ada"))),
        (Filter { players: vec!["mgpeo*".into()], ..none() }, Box::new(has("mgpeo:groups=2"))),
        (Filter { players: vec!["mgpeo".into()], ..none() }, Box::new(|_| false)),
        (Filter { players: vec!["[odd]".into()], ..none() }, Box::new(has("[odd]"))),
        (Filter { players: vec!["[o*".into()], ..none() }, Box::new(has("[odd]"))),
        (
            Filter { players: vec!["Ada".into(), "[*".into()], ..none() },
            Box::new(move |game| has("Ada")(game) && has("[odd]")(game)),
        ),
        (Filter { white: Some("?da".into()), ..none() }, Box::new(|game| game.players.white == "Ada")),
        (Filter { black: Some("Ada".into()), ..none() }, Box::new(|game| game.players.black == "Ada")),
        (
            Filter { winner: Some(WinnerFilter::Side(Color::Black)), ..none() },
            Box::new(|game| game.winner == Some(Color::Black)),
        ),
        (Filter { winner: Some(WinnerFilter::Undecided), ..none() }, Box::new(|game| game.winner.is_none())),
        (
            Filter { winner: Some(WinnerFilter::Player("ada".into())), ..none() },
            Box::new(move |game| won(game, "Ada")),
        ),
        (Filter { min_plies: Some(21), ..none() }, Box::new(|game| game.plies >= 21)),
        (Filter { max_plies: Some(21), ..none() }, Box::new(|game| game.plies <= 21)),
        (Filter { since: Some(day(20)), ..none() }, Box::new(|game| game.played_at >= Some(day(20)))),
        (
            Filter { until: Some(day(20)), ..none() },
            Box::new(|game| game.played_at.is_some_and(|at| at < day(20))),
        ),
        (
            Filter { opening: Some("opening 4".into()), ..none() },
            Box::new(|game| game.opening.as_deref() == Some("Opening 4")),
        ),
        (Filter { opening: Some("open*".into()), ..none() }, Box::new(|game| game.opening.is_some())),
        (
            Filter { event: Some("AMZN.ch.1".into()), ..none() },
            Box::new(|game| game.event.as_deref() == Some("amzn.ch.1")),
        ),
        (
            Filter { source: Some(Source::SelfPlay), ..none() },
            Box::new(|game| game.source == Source::SelfPlay),
        ),
        (Filter { ending: Some(Ending::Stall), ..none() }, Box::new(|game| game.ending == Ending::Stall)),
        (
            Filter { tag: Some("tag 1".into()), ..none() },
            Box::new(|game| game.tags.contains(&"Tag 1".to_owned())),
        ),
        (Filter { text: Some("[FINE] *".into()), ..none() }, Box::new(|game| game.title.is_some())),
        (Filter { text: Some("GPEO".into()), ..none() }, Box::new(has("mgpeo:groups=2"))),
        (
            Filter { text: Some("ch.2".into()), ..none() },
            Box::new(|game| game.event.as_deref() == Some("amzn.ch.2")),
        ),
        (Filter { board: Some("6x6".into()), ..none() }, Box::new(|game| game.board == "6x6")),
        (Filter { run: Some(RunId(1)), ..none() }, Box::new(|game| game.run.is_some())),
        (
            Filter { ids: vec![all[3].id, all[8].id], ..none() },
            Box::new(|game| game.id == all[3].id || game.id == all[8].id),
        ),
        (
            Filter { white: Some("Ada".into()), min_plies: Some(30), since: Some(day(5)), ..none() },
            Box::new(|game| {
                game.players.white == "Ada" && game.plies >= 30 && game.played_at >= Some(day(5))
            }),
        ),
    ];
    for (filter, law) in laws {
        let expected: Vec<GameSummary> = all.iter().filter(|game| law(game)).cloned().collect();
        let is_the_empty_one = filter.players == ["mgpeo"];
        assert!(is_the_empty_one || (!expected.is_empty() && expected.len() < 40), "{filter:?} is no test");
        assert_eq!(store.list(&filter).unwrap(), expected, "{filter:?}");
        assert_eq!(store.count(&filter).unwrap(), expected.len() as u64, "{filter:?}");
    }
}

#[test]
fn games_come_in_order_and_in_pages() {
    let (_folder, store) = forty();
    let all = store.list(&Filter::default()).unwrap();
    for sort in [Sort::Id, Sort::Date, Sort::Length] {
        let mut expected = all.clone();
        match sort {
            Sort::Id => {}
            Sort::Date => expected.sort_by_key(|game| (game.played_at, game.id)),
            Sort::Length => expected.sort_by_key(|game| (game.plies, game.id)),
        }
        assert_eq!(store.list(&Filter { sort, ..Filter::default() }).unwrap(), expected);
        expected.reverse();
        let down = Filter { sort, order: Order::Descending, ..Filter::default() };
        assert_eq!(store.list(&down).unwrap(), expected);
        let page = Filter { limit: Some(7), offset: 30, ..down.clone() };
        assert_eq!(store.list(&page).unwrap(), expected[30..37]);
        assert_eq!(store.list(&Filter { offset: 38, ..down }).unwrap(), expected[38..]);
    }
}

#[test]
fn every_game_is_visited_until_told_to_stop() {
    let (_folder, store) = forty();
    let filter = Filter { players: vec!["Ada".into()], order: Order::Descending, ..Filter::default() };
    let mut visited = Vec::new();
    let end = store.for_each(&filter, |id, game| {
        assert_eq!(game.unwrap(), store.game(id).unwrap());
        visited.push(id);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((end.unwrap(), &visited), (ControlFlow::Continue(()), &store.ids(&filter).unwrap()));
    let mut count = 0;
    let end = store.for_each(&filter, |id, _| {
        count += 1;
        if count == 3 { ControlFlow::Break(id) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end.unwrap(), count), (ControlFlow::Break(visited[2]), 3));
}

#[test]
fn a_visit_sees_one_snapshot_and_is_told_of_what_cannot_be_read() {
    let (_folder, store) = forty();
    let ids = store.ids(&Filter::default()).unwrap();
    let damage = |what: &str, id: GameId| {
        let connection = rusqlite::Connection::open(store.path()).unwrap();
        assert_eq!(connection.execute(&format!("UPDATE {what} = ?1"), [id.0]).unwrap(), 1);
    };
    damage("record SET moves = x'ffffffff' WHERE game", ids[1]);
    damage("game SET ending = 'nothing' WHERE id", ids[3]);
    let mut unreadable = Vec::new();
    let visited = store.for_each(&Filter::default(), |id, game| {
        if id == ids[0] {
            // Another process, while the visit goes on.
            damage("record SET moves = x'ffffffff' WHERE game", ids[2]);
            damage("game SET deleted_at = 1 WHERE id", ids[4]);
        }
        match game {
            Ok(game) => assert_eq!((game.id, game.deleted_at), (id, None)),
            Err(_) => unreadable.push(id),
        }
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((visited.unwrap(), unreadable), (ControlFlow::Continue(()), vec![ids[1], ids[3]]));
    assert!(store.game(ids[2]).is_err(), "the next one sees what was changed");
}

#[test]
fn sums_are_those_of_the_games() {
    let (_folder, store) = forty();
    let all = store.list(&Filter::default()).unwrap();
    let stats = store.stats(&Filter::default()).unwrap();
    assert_eq!(stats.games, 40);
    let won_by = |color| all.iter().filter(|game| game.winner == Some(color)).count() as u64;
    assert_eq!(stats.wins, ByColor::from_fn(won_by));
    assert_eq!(stats.endings.values().sum::<u64>(), 40);
    assert_eq!(stats.sources[&Source::Play], 8);
    let mut plies: Vec<u32> = all.iter().map(|game| game.plies).collect();
    plies.sort_unstable();
    let lengths = stats.lengths.unwrap();
    assert_eq!((lengths.shortest, lengths.longest, lengths.median), (plies[0], plies[39], plies[19]));
    assert!((lengths.mean - f64::from(plies.iter().sum::<u32>()) / 40.0).abs() < 1e-9);
    assert_eq!(stats.players.len(), 3);
    for player in &stats.players {
        for color in Color::BOTH {
            let games = all.iter().filter(|game| game.players[color] == player.name);
            assert_eq!(player.games[color], games.clone().count() as u64);
            assert_eq!(player.wins[color], games.filter(|game| game.winner == Some(color)).count() as u64);
        }
    }
    let losses: u64 = stats.players.iter().map(|player| player.losses).sum();
    assert_eq!(losses, stats.wins.white + stats.wins.black);
    let nothing = store.stats(&Filter { event: Some("none".into()), ..Filter::default() }).unwrap();
    assert_eq!((nothing.games, nothing.lengths), (0, None));
}
