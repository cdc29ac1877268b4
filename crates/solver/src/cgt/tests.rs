//! Games against what is known of them, and areas against a search of who wins.

use amazons::{Bits, Board, ByColor, Color, Narrow, Size};
use rand::{Rng, RngExt};
use testkit::rng;

use crate::area::Area;

use super::area::AreaGames;
use super::games::{Game, Games};
use super::name::name;
use super::number::Dyadic;

/// Reads a game in the notation of `name`.
struct Reader<'a> {
    games: &'a mut Games,
    text: &'a [u8],
}

impl Reader<'_> {
    fn take(&mut self, start: &str) -> bool {
        match self.text.strip_prefix(start.as_bytes()) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    /// Digits, or 1 where there are none.
    fn digits(&mut self) -> i64 {
        let end = self.text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.text.len());
        let (digits, rest) = self.text.split_at(end);
        self.text = rest;
        std::str::from_utf8(digits).unwrap().parse().unwrap_or(1)
    }

    fn list(&mut self) -> Vec<Game> {
        let mut games = Vec::new();
        while !matches!(self.text.first(), Some(b'|' | b'}') | None) {
            games.push(self.game());
            self.take(",");
        }
        games
    }

    fn game(&mut self) -> Game {
        if self.take("+-") {
            let left = match self.text {
                [b'{', ..] => {
                    let before = self.text;
                    self.take("{");
                    let list = self.list();
                    if self.take("}") {
                        list
                    } else {
                        self.text = before;
                        vec![self.game()]
                    }
                }
                _ => vec![self.game()],
            };
            let right = left.iter().map(|&option| self.games.negative(option)).collect();
            return self.games.canonical(left, right).unwrap();
        }
        if self.take("{") {
            let left = self.list();
            assert!(self.take("|"));
            let right = self.list();
            assert!(self.take("}"));
            return self.games.canonical(left, right).unwrap();
        }
        let mut sum = Games::ZERO;
        let is_negative = self.take("-");
        if self.text.first().is_some_and(u8::is_ascii_digit) {
            let mut number = Dyadic::integer(self.digits());
            if self.take("/") {
                for _ in 0..self.digits().ilog2() {
                    number = number.between(Dyadic::integer(0));
                }
            }
            sum = self.games.dyadic(number);
            sum = if is_negative { self.games.negative(sum) } else { sum };
        }
        let star = self.games.canonical(vec![Games::ZERO], vec![Games::ZERO]).unwrap();
        let up = self.games.canonical(vec![Games::ZERO], vec![star]).unwrap();
        let down = self.games.negative(up);
        for (arrow, step) in [("^^", up), ("^", up), ("vv", down), ("v", down)] {
            if self.take(arrow) {
                let count = if arrow.len() == 2 { 2 } else { self.digits() };
                for _ in 0..count {
                    sum = self.games.sum(sum, step).unwrap();
                }
            }
        }
        if self.take("*") {
            let mut nimbers = Vec::new();
            for _ in 0..=self.digits() {
                nimbers.push(self.games.canonical(nimbers.clone(), nimbers.clone()).unwrap());
            }
            sum = self.games.sum(sum, nimbers[nimbers.len() - 1]).unwrap();
        }
        sum
    }
}

fn read(games: &mut Games, text: &str) -> Game {
    let mut reader = Reader { games, text: text.as_bytes() };
    let game = reader.game();
    assert!(reader.text.is_empty(), "{text}");
    game
}

fn games() -> Games {
    let mut games = Games::new();
    games.allow(u64::MAX);
    games
}

#[test]
fn games_have_their_names() {
    let games = &mut games();
    for (game, expected) in [
        ("{0|2}", "1"),
        ("{-5|7}", "0"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-1|-3/4}", "-7/8"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0,*,*2|0,*,*2}", "*3"),
        ("{0|*}", "^"),
        ("{0|^*}", "^^"),
        ("{0|^^*}", "^3"),
        ("{0,*|0}", "^*"),
        ("{*|0}", "v"),
        ("{2|2}", "2*"),
        ("{3|3*}", "3^"),
        ("{0|*3}", "^*2"),
        ("{5/2|{5/2|5/2}}", "5/2^"),
        ("{1|-1}", "+-1"),
        ("{1,{2|0}|-1,{0|-2}}", "+-{1,{2|0}}"),
        ("{{2|1}|{-1|-2}}", "+-{2|1}"),
        // Dominated and reversible options go.
        ("{1,2|}", "3"),
        ("{{1|0}|0}", "{{1|0}|0}"),
        ("{{1|v}|0}", "v"),
        ("{^|^}", "^^*"),
        ("{^|v}", "*"),
    ] {
        let read_game = read(games, game);
        let text = name(games, read_game).unwrap();
        assert_eq!(text, expected, "{game}");
        assert_eq!(read(games, &text), read_game, "{game}");
    }
}

#[test]
fn sums_and_comparisons_follow_the_laws() {
    let games = &mut games();
    let mut rng = rng(40);
    let mut all = vec![Games::ZERO];
    // Random games of random games, so that all have short names.
    while all.len() < 60 {
        let mut draw = |_| {
            let count = rng.random_range(0..=2);
            (0..count).map(|_| all[rng.random_range(0..all.len())]).collect()
        };
        let [left, right] = [(), ()].map(&mut draw);
        let game = games.canonical(left, right).unwrap();
        if !all.contains(&game) {
            all.push(game);
        }
    }
    for &one in &all {
        let negative = games.negative(one);
        assert_eq!(games.sum(one, negative).unwrap(), Games::ZERO);
        let text = name(games, one).unwrap();
        assert_eq!(read(games, &text), one, "{text}");
        for &other in &all {
            let sum = games.sum(one, other).unwrap();
            let third = all[17];
            let [with_one, with_sum] = [games.sum(other, third).unwrap(), games.sum(sum, third).unwrap()];
            assert_eq!(games.sum(one, with_one).unwrap(), with_sum);
            // G <= H just where G - H <= 0.
            let difference = games.negative(other);
            let difference = games.sum(one, difference).unwrap();
            let is_at_most = games.is_at_most(one, other).unwrap();
            assert_eq!(games.is_at_most(difference, Games::ZERO).unwrap(), is_at_most);
        }
    }
}

/// An area drawn row by row from the top: `x` White, `o` Black, `.` empty, `#` an arrow.
fn drawn(rows: &str) -> (Narrow, Area<u128>) {
    let lines: Vec<&str> = rows.split('|').collect();
    let size = Size::new(lines[0].len() as u8, lines.len() as u8).unwrap();
    let board = Narrow::new(size).unwrap();
    let set = |wanted: char| {
        let mut set = 0;
        for square in size.squares() {
            let line = lines[lines.len() - 1 - usize::from(square.rank().index())];
            if line.chars().nth(square.file().index().into()) == Some(wanted) {
                set |= u128::single(board.index(square));
            }
        }
        set
    };
    (board, Area { empty: set('.'), amazons: ByColor { white: set('x'), black: set('o') } })
}

fn value(areas: &mut AreaGames<u128>, board: Narrow, area: &Area<u128>) -> Game {
    areas.games.allow(u64::MAX);
    areas.value(board, area).unwrap()
}

#[test]
fn areas_have_the_values_that_others_found() {
    let areas = &mut AreaGames::new();
    for (rows, expected) in [
        // CGSuite's: White in the upper left corner of two rows of four, Black below her.
        ("x...|o...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
        // By hand: one square between two amazons belongs to the one that takes it, and neither moves again.
        ("x.o", "*"),
        // One wall nearer: who moves first shoots beside the other and keeps what is left.
        ("x..o", "+-1"),
        ("x...o", "+-2"),
        ("x....o", "+-3"),
        // Territories: the most plies.
        ("x...", "3"),
        ("ooo|...", "-3"),
        (".x.", "2"),
        // Two sums.
        ("x.o#x.o", "0"),
        ("x.o#x..", "2*"),
        ("x..o#.o", "{0|-2}"),
    ] {
        let (board, area) = drawn(rows);
        let found = value(areas, board, &area);
        let right = read(&mut areas.games, expected);
        assert_eq!(found, right, "{rows}: {:?}", name(&mut areas.games, found));
        assert_eq!(read(&mut areas.games, expected), found);
    }
}

/// The most free moves that a side moving first can give away: the largest n for which the game is not at most n, or for
/// Black not at least -n.
fn margin(games: &mut Games, value: Game, mover: Color) -> i64 {
    let value = if mover == Color::White { value } else { games.negative(value) };
    (-20..20)
        .rev()
        .find(|&given| {
            let given = games.integer(given);
            !games.is_at_most(value, given).unwrap()
        })
        .expect("areas are small")
}

fn random_area(rng: &mut impl Rng, board: Narrow, amazons: [u32; 2], empty: u32) -> Area<u128> {
    let mut squares: Vec<u32> = board.size().squares().map(|square| board.index(square)).collect();
    let mut draw = |count: u32| {
        (0..count)
            .fold(0, |set, _| set | u128::single(squares.swap_remove(rng.random_range(0..squares.len()))))
    };
    let [white, black] = amazons.map(&mut draw);
    Area { empty: draw(empty), amazons: ByColor { white, black } }
}

/// Who wins, by looking at every game.
fn wins(board: Narrow, area: &Area<u128>, mover: Color, given: i64) -> bool {
    let passes = given < 0 && !wins(board, area, !mover, -given - 1);
    let plies = area.plies(board, mover);
    passes || plies.into_iter().any(|ply| !wins(board, &area.after(mover, ply), !mover, -given))
}

#[test]
fn values_say_who_wins_with_any_number_of_free_moves() {
    let mut rng = rng(41);
    let areas = &mut AreaGames::new();
    let rounds = 4_000;
    let mut hot = 0;
    for round in 0..rounds {
        let (columns, rows) = [(3, 3), (4, 3), (4, 4), (6, 2), (5, 5)][round % 5];
        let board = Narrow::new(Size::new(columns, rows).unwrap()).unwrap();
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(1..=4 + u32::from(round % 4 == 0)).min(u32::from(columns * rows) - 6);
        let area = random_area(&mut rng, board, amazons, empty);
        let value = value(areas, board, &area);
        for mover in Color::BOTH {
            let margin = margin(&mut areas.games, value, mover);
            let answers = [margin, margin + 1].map(|given| wins(board, &area, mover, given));
            assert_eq!(answers, [true, false], "{area:?}: {:?}", name(&mut areas.games, value));
        }
        hot += usize::from(areas.games.number(value).is_none());
    }
    assert!(hot > rounds / 10, "{hot} values are no numbers");
}

#[test]
fn values_add_up_where_margins_do_not() {
    let areas = &mut AreaGames::new();
    // Two areas on one board have the value of their sum.
    let mut rng = rng(42);
    for _ in 0..300 {
        let (one, other) = (drawn("x..|..o").0, drawn("...|...").0);
        let parts = [random_area(&mut rng, one, [1, 1], 3), random_area(&mut rng, other, [1, 1], 3)];
        let [first, second] = parts.map(|part| value(areas, one, &part));
        let sum = areas.games.sum(first, second).unwrap();
        // The other one five columns further right.
        let wide = Narrow::new(Size::new(8, 2).unwrap()).unwrap();
        let placed = |area: &Area<u128>, right: u8| {
            let moved = |set: u128| {
                let inside =
                    one.size().squares().filter(|&square| set & u128::single(one.index(square)) != 0);
                inside.fold(0, |moved, square| {
                    let place = amazons::Square::from_coordinates(
                        square.file().index() + right,
                        square.rank().index(),
                    );
                    moved | u128::single(wide.index(place.unwrap()))
                })
            };
            Area { empty: moved(area.empty), amazons: area.amazons.map(moved) }
        };
        let [left, right] = [placed(&parts[0], 0), placed(&parts[1], 5)];
        let both = Area {
            empty: left.empty | right.empty,
            amazons: ByColor::from_fn(|color| left.amazons[color] | right.amazons[color]),
        };
        assert_eq!(value(areas, wide, &both), sum, "{both:?}");
        for mover in Color::BOTH {
            let margin = margin(&mut areas.games, sum, mover);
            assert!(wins(wide, &both, mover, margin) && !wins(wide, &both, mover, margin + 1), "{both:?}");
        }
    }
}

#[test]
fn work_is_limited() {
    let areas = &mut AreaGames::new();
    let (board, area) = drawn("x...|....|...o");
    areas.games.allow(100);
    assert!(areas.value(board, &area).is_err());
    // What is known then is right.
    let (board, small) = drawn("x..o");
    let found = value(areas, board, &small);
    assert_eq!(name(&mut areas.games, found).unwrap(), "+-1");
}
