//! The messages of the platforms: squares by place, sides by turn, and any input is an error or a message.

use amazons::{AnyPosition, Color, Game, Move, Size, Square, Start};
use proptest::prelude::*;
use wire::{analysis, botzone, ccgc, codingame, gtp};

fn moves(side: u8) -> impl Strategy<Value = Move> {
    let square = move || (0..side, 0..side).prop_map(|(x, y)| Square::from_coordinates(x, y).unwrap());
    (square(), square(), square()).prop_map(|(from, to, arrow)| Move { from, to, arrow })
}

/// The amazons of a side in the start of a size.
fn amazons(side: u8, color: Color) -> Vec<Square> {
    let setup = Start::of(Size::new(side, side).unwrap()).unwrap().setup();
    setup.squares_of(amazons::Piece::Amazon(color)).collect()
}

fn sorted(squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort();
    squares
}

#[test]
fn botzones_start_is_ours() {
    let from = |line: &str| line.parse::<botzone::Ply>().unwrap().0.unwrap().from;
    let black = ["0 2", "2 0", "5 0", "7 2"].map(|place| from(&format!("{place} 0 0 0 0")));
    let white = ["0 5", "2 7", "5 7", "7 5"].map(|place| from(&format!("{place} 0 0 0 0")));
    assert_eq!(sorted(black), sorted(amazons(8, Color::White)), "their Black is our White");
    assert_eq!(sorted(white), sorted(amazons(8, Color::Black)));
}

#[test]
fn ccgcs_start_is_ours() {
    let from = |place: &str| match format!("move {place}AAAA").parse() {
        Ok(ccgc::Command::Move(mv)) => mv.from,
        other => panic!("{other:?}"),
    };
    assert_eq!(sorted(["AG", "DJ", "GJ", "JG"].map(from)), sorted(amazons(10, Color::White)));
    assert_eq!(sorted(["DA", "GA", "AD", "JD"].map(from)), sorted(amazons(10, Color::Black)));
    assert_eq!("new black".parse(), Ok(ccgc::Command::New(Color::White)), "black moves first there");
}

#[test]
fn botzone_tells_a_game_in_lines_and_in_json() {
    let lines = ["-1 -1 -1 -1 -1 -1", "2 0 2 5 5 5", "0 5 1 4 1 6"];
    let turn = botzone::Turn::from_lines(lines).unwrap();
    let ply = |numbers: [i8; 6]| {
        let [a, b, c, d, e, f] = numbers;
        format!(r#"{{"x0":{a},"y0":{b},"x1":{c},"y1":{d},"x2":{e},"y2":{f}}}"#)
    };
    let json = format!(
        r#"{{"requests":[{},{}],"responses":[{}],"time_limit":1}}"#,
        ply([-1; 6]),
        ply([0, 5, 1, 4, 1, 6]),
        ply([2, 0, 2, 5, 5, 5])
    );
    assert_eq!(botzone::Turn::from_json(&json), Ok(turn.clone()));
    let moves: Vec<String> = turn.moves().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["c1-c6/f6", "a6-b5/b7"]);
    let setup = Start::of(Size::new(8, 8).unwrap()).unwrap().setup();
    let mut game = Game::new(AnyPosition::from_setup(&setup).unwrap());
    turn.moves().unwrap().into_iter().for_each(|mv| game.play(mv).unwrap());
    assert_eq!(botzone::Turn::count_lines(" 2 "), Ok(3));
}

#[test]
fn botzones_faults_are_named() {
    use botzone::{BotzoneError, Ply, Turn};
    assert_eq!(Turn::count_lines("0"), Err(BotzoneError::Turn("0".to_owned())));
    assert!(Turn::count_lines("65").is_err() && Turn::count_lines("").is_err());
    assert_eq!("0 0 0 0 0 8".parse::<Ply>(), Err(BotzoneError::Ply("0 0 0 0 0 8".to_owned())));
    assert!("0 0 0 0 0".parse::<Ply>().is_err() && "-1 0 0 0 0 0".parse::<Ply>().is_err());
    assert_eq!(Turn::from_lines([]), Err(BotzoneError::Count { requests: 0, responses: 0 }));
    let missing = Turn::from_lines(["0 5 1 4 1 6", "-1 -1 -1 -1 -1 -1", "0 5 1 4 1 6"]).unwrap();
    assert_eq!(missing.moves(), Err(BotzoneError::Missing(2)));
    assert!(matches!(Turn::from_json("{}"), Err(BotzoneError::Json(_))));
    let json = r#"{"requests":[{"x0":9,"y0":0,"x1":0,"y1":0,"x2":0,"y2":0}],"responses":[]}"#;
    assert!(Turn::from_json(json).unwrap_err().to_string().contains("9 0 0 0 0 0"));
}

#[test]
fn codingame_shows_its_board_from_the_top() {
    let size = codingame::read_size("3").unwrap();
    let turn = codingame::Turn::from_lines(size, &["b", ".b-", "...", "w-.", "a3a1b1", "7"]).unwrap();
    assert_eq!(turn.setup.to_fen(), "1q*/3/Q*1 b - - 3 2");
    assert_eq!((turn.last, turn.moves), (Some("a3-a1/b1".parse().unwrap()), 7));
    assert_eq!(codingame::written("d8-d1/d7".parse().unwrap()), "d8d1d7");
    let refused = |lines: &[&str]| codingame::Turn::from_lines(size, lines).unwrap_err().to_string();
    assert_eq!(refused(&["x"]), r#"a side is w or b, not "x""#);
    assert_eq!(refused(&["w", "...."]), r#"a row has 3 signs . w b or -, not "....""#);
    assert_eq!(refused(&["w", "...", "..?"]), r#"a row has 3 signs . w b or -, not "..?""#);
    assert!(refused(&["w", "...", "...", "...", "e2e4", "1"]).starts_with("the last move is null"));
    assert!(refused(&["w", "...", "...", "...", "null", "-1"]).starts_with("the number of moves"));
    assert!(codingame::read_size("0").is_err() && codingame::read_size("17").is_err());
}

#[test]
fn gtp_reads_moves_with_dashes() {
    let request = gtp::Request::from_line("12 play White D1-D7-G7 # a comment").unwrap();
    let mv: Move = "d1-d7/g7".parse().unwrap();
    assert_eq!((request.id, request.command), (Some(12), Ok(gtp::Command::Play(Color::White, mv))));
    assert_eq!(gtp::written("a10-d10/d7".parse().unwrap()), "A10-D10-D7");
    assert_eq!(gtp::Request::from_line(" # nothing"), None);
    let refused = |line: &str| gtp::Request::from_line(line).unwrap().command.unwrap_err().to_string();
    assert_eq!(refused("3"), "unknown command");
    assert_eq!(refused("genmove green"), "syntax error: a color is white or black");
    assert_eq!(refused("time_left white soon 0"), "syntax error: a time is a number of seconds");
    let response = gtp::Response { id: Some(3), result: Ok("one\n\ntwo\n".to_owned()) };
    assert_eq!(response.to_string(), "=3 one\ntwo\n\n");
    assert_eq!(gtp::Response { id: None, result: Ok(String::new()) }.to_string(), "=\n\n");
}

#[test]
fn analysis_names_the_field() {
    let blame = |line: &str| {
        let refusal = analysis::read(line).unwrap_err();
        (refusal.id, refusal.field)
    };
    let id = || Some("a".to_owned());
    assert_eq!(blame("no json"), (None, None));
    assert_eq!(blame("[1]"), (None, None));
    assert_eq!(blame("{}"), (None, Some("id")));
    assert_eq!(blame(r#"{"id": 7}"#), (None, Some("id")));
    for (field, value) in [
        ("fen", "7"),
        ("fen", r#""3/3 w""#),
        ("fen", r#""xyz w""#),
        ("moves", r#""d1-d7/g7""#),
        ("moves", r#"["d1-d2"]"#),
        ("moves", r#"["d1-d1/d1"]"#),
        ("moves", "[3]"),
        ("maxNodes", "0"),
        ("maxPlayouts", "-3"),
        ("maxDepth", "5000000000"),
        ("maxTime", "0"),
        ("maxTime", "1e300"),
        ("multiPv", "1.5"),
        ("reportEvery", r#""often""#),
        ("priority", "0.5"),
        ("action", r#""stop""#),
    ] {
        assert_eq!(
            blame(&format!(r#"{{"id": "a", "{field}": {value}}}"#)),
            (id(), Some(field)),
            "{field} {value}"
        );
    }
    assert_eq!(blame(r#"{"id": "a", "action": "terminate", "terminateId": 3}"#), (id(), Some("terminateId")));
    let (_, warnings) = analysis::read(r#"{"id": "a", "maxVisits": 3}"#).unwrap();
    assert_eq!(
        serde_json::to_string(&warnings[0]).unwrap(),
        r#"{"id":"a","field":"maxVisits","warning":"unknown field"}"#
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_are_read_back_as_themselves(eight in moves(8), ten in moves(10), any in moves(16)) {
        let ply = botzone::Ply(Some(eight));
        prop_assert_eq!(ply.to_string().parse(), Ok(ply));
        let answer = botzone::Answer { response: ply };
        let json = serde_json::to_string(&answer).unwrap();
        prop_assert_eq!(serde_json::from_str::<botzone::Answer>(&json).unwrap(), answer);
        let command = ccgc::Command::Move(ten);
        prop_assert_eq!(command.to_string().parse(), Ok(command));
        prop_assert_eq!(ccgc::Reply::Move(ten).to_string(), command.to_string());
        for color in Color::BOTH {
            let command = gtp::Command::Play(color, any);
            prop_assert_eq!(command.to_string().parse(), Ok(command));
            prop_assert_eq!(ccgc::Command::New(color).to_string().parse(), Ok(ccgc::Command::New(color)));
        }
    }

    #[test]
    fn boards_are_read_back_as_themselves(seed in any::<u64>(), count in any::<u64>(), last in proptest::option::of(moves(8))) {
        use amazons::{RandomStart, StartSpec};
        let spec: StartSpec = format!("random:8x8,amazons=3,seed={seed}").parse().unwrap();
        let StartSpec::Random(RandomStart { .. }) = &spec else { panic!("a random start") };
        let turn = codingame::Turn { setup: spec.setup().unwrap(), last, moves: count };
        prop_assert_eq!(codingame::Turn::from_lines(turn.setup.size, &turn.to_lines()), Ok(turn));
    }

    #[test]
    fn rubbish_does_no_harm(line in "\\PC{0,40}", json in r#"\{"id":"a"(,"(fen|moves|maxTime|action|multiPv)":(\[?"?[a-z0-9./-]{0,9}"?\]?|-?[0-9.e]{1,9})){0,3}\}"#) {
        let _ = (line.parse::<botzone::Ply>(), botzone::Turn::from_json(&line), botzone::Turn::count_lines(&line));
        let _ = (line.parse::<ccgc::Command>(), codingame::read_size(&line));
        let _ = format!("move {line}").parse::<ccgc::Command>();
        if let Some(request) = gtp::Request::from_line(&line) {
            prop_assert!(request.command.is_err() || line.contains(|c: char| c.is_ascii_alphabetic()));
        }
        for line in [line, json] {
            if let Err(refusal) = analysis::read(&line) {
                prop_assert!(!refusal.error.is_empty());
            }
        }
    }
}
