//! UGI: messages parse to themselves, and any input is an error or a message.

use std::time::Duration;

use amazons::{ByColor, Color, Move, Piece, Setup, Size, Square};
use proptest::prelude::*;
use thought::Limits;
use wire::ugi::{
    Best, Bound, Command, CommandError, Dialect, Go, Info, Message, MessageError, OptionKind, Query,
    Response, Root, UgiOption, UgiScore, Wdl,
};

fn squares() -> impl Strategy<Value = Square> {
    any::<u8>().prop_map(Square::from_index)
}

fn moves() -> impl Strategy<Value = Move> {
    (squares(), squares(), squares()).prop_map(|(from, to, arrow)| Move { from, to, arrow })
}

fn rows() -> impl Strategy<Value = Vec<Move>> {
    proptest::collection::vec(moves(), 0..6)
}

/// Words that mean nothing to the protocol.
fn text() -> impl Strategy<Value = String> {
    "[A-Z_][A-Za-z0-9_.:]{0,8}( [A-Z][a-z0-9]{0,5}){0,3}"
}

fn dialects() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::Ugi), Just(Dialect::Uci)]
}

fn setups() -> impl Strategy<Value = Setup> {
    let piece = prop_oneof![
        4 => Just(None),
        1 => Just(Some(Piece::Arrow)),
        1 => Just(Some(Piece::Amazon(Color::White))),
        1 => Just(Some(Piece::Amazon(Color::Black))),
    ];
    (1_u8..=16, 1_u8..=16, proptest::collection::vec(piece, 256), any::<bool>(), 1_u32..100).prop_map(
        |(columns, rows, pieces, is_black, number)| {
            let mut setup = Setup::empty(Size::new(columns, rows).unwrap());
            for square in setup.size.squares() {
                setup.set(square, pieces[square.index()]);
            }
            setup.turn = if is_black { Color::Black } else { Color::White };
            setup.move_number = number;
            setup
        },
    )
}

fn times() -> impl Strategy<Value = Option<Duration>> {
    proptest::option::of((0_u64..=i64::MAX as u64).prop_map(Duration::from_millis))
}

fn gos() -> impl Strategy<Value = Go> {
    let clocks = (times(), times(), times(), times(), proptest::option::of(any::<u32>()));
    let counts = (times(), proptest::option::of(any::<u32>()), proptest::option::of(any::<u64>()));
    (clocks, counts, any::<bool>(), any::<bool>(), rows()).prop_map(
        |((white, black, winc, binc, moves_to_go), (time, depth, nodes), infinite, ponder, search_moves)| {
            Go {
                time,
                left: ByColor { white, black },
                increment: ByColor { white: winc, black: binc },
                moves_to_go,
                depth,
                nodes,
                infinite,
                ponder,
                search_moves,
            }
        },
    )
}

fn commands() -> impl Strategy<Value = Command> {
    let root = prop_oneof![Just(Root::Start), setups().prop_map(|setup| Root::Fen(Box::new(setup)))];
    prop_oneof![
        dialects().prop_map(Command::Hello),
        dialects().prop_map(Command::NewGame),
        (text(), proptest::option::of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        (root, rows()).prop_map(|(root, moves)| Command::Position { root, moves }),
        gos().prop_map(Command::Go),
        any::<u32>().prop_map(Command::Perft),
        prop_oneof![Just(Query::GameOver), Just(Query::FirstToMove), Just(Query::Result)]
            .prop_map(Command::Query),
        prop_oneof![
            Just(Command::IsReady),
            Just(Command::Stop),
            Just(Command::PonderHit),
            Just(Command::Quit),
            Just(Command::Draw),
            Just(Command::Eval),
            Just(Command::Bench),
        ],
    ]
}

fn infos() -> impl Strategy<Value = Info> {
    let count = || proptest::option::of(any::<u32>());
    let worth = prop_oneof![
        any::<i32>().prop_map(UgiScore::Centi),
        any::<i32>().prop_map(UgiScore::Exact),
        any::<i32>().prop_map(UgiScore::Mate),
    ];
    let bound = prop_oneof![Just(Bound::None), Just(Bound::Lower), Just(Bound::Upper)];
    let wdl =
        (any::<u16>(), any::<u16>(), any::<u16>()).prop_map(|(win, draw, loss)| Wdl { win, draw, loss });
    let words = proptest::option::of(text());
    let first = (count(), count(), count(), proptest::option::of((worth, bound)), proptest::option::of(wdl));
    let second = (
        proptest::option::of(any::<u64>()),
        proptest::option::of(any::<u64>()),
        times(),
        count(),
        rows(),
        words,
    );
    (first, second).prop_map(
        |(
            (depth, selective_depth, multi_pv, score, wdl),
            (nodes, nodes_per_second, time, hash_full, pv, string),
        )| {
            Info {
                depth,
                selective_depth,
                multi_pv,
                score,
                wdl,
                nodes,
                nodes_per_second,
                time,
                hash_full,
                pv,
                string,
            }
        },
    )
}

fn options() -> impl Strategy<Value = UgiOption> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin { default, min, max }),
        (text(), proptest::collection::vec(text(), 0..4))
            .prop_map(|(default, values)| OptionKind::Combo { default, values }),
        Just(OptionKind::Button),
        prop_oneof![text(), Just(String::new())].prop_map(|default| OptionKind::Text { default }),
    ];
    (text(), kind).prop_map(|(name, kind)| UgiOption { name, kind })
}

fn messages() -> impl Strategy<Value = Message> {
    let best = prop_oneof![moves().prop_map(Best::Move), Just(Best::None), Just(Best::Resign)];
    prop_oneof![
        text().prop_map(Message::Name),
        text().prop_map(Message::Author),
        options().prop_map(Message::Option),
        dialects().prop_map(Message::Ok),
        Just(Message::ReadyOk),
        infos().prop_map(Message::Info),
        (best, proptest::option::of(moves())).prop_map(|(best, ponder)| Message::BestMove { best, ponder }),
        prop_oneof![
            Just(Response::True),
            Just(Response::False),
            Just(Response::FirstWins),
            Just(Response::SecondWins),
            Just(Response::None),
        ]
        .prop_map(Message::Response),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn commands_are_read_back_as_themselves(command in commands()) {
        prop_assert_eq!(command.to_string().parse(), Ok(command));
    }

    #[test]
    fn messages_are_read_back_as_themselves(message in messages()) {
        prop_assert_eq!(message.to_string().parse(), Ok(message));
    }

    #[test]
    fn rubbish_does_no_harm(line in "(go|position|setoption|info|option|bestmove|query|perft)?( (fen|moves|score|cp|name|value|pv|wdl|type|spin|var|nodes|-?[0-9]{1,30}|\\PC{0,6})){0,8}") {
        // Whatever is understood is said again in the same way; the rest is refused in one line.
        match line.parse::<Command>() {
            Ok(command) => prop_assert_eq!(command.to_string().parse(), Ok(command)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
        match line.parse::<Message>() {
            Ok(message) => prop_assert_eq!(message.to_string().parse(), Ok(message)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

fn command(line: &str) -> Command {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{other:?}"),
    }
}

#[test]
fn go_is_read_in_every_form() {
    let clock = go("go wtime 60000 btime 59000 winc 100 binc 200 movestogo 20").limits().clock.unwrap();
    assert_eq!(clock.left.black, Duration::from_secs(59));
    assert_eq!((clock.increment.white, clock.moves_to_go), (Duration::from_millis(100), Some(20)));
    assert_eq!(go("go p1time 5 p2time 6 p1inc 7 p2inc 8"), go("go wtime 5 btime 6 winc 7 binc 8"));
    assert_eq!(go("go movetime 250").limits(), Limits::time(Duration::from_millis(250)));
    assert_eq!(go("go depth 3 nodes 9").limits(), Limits { depth: Some(3), ..Limits::nodes(9) });
    assert!(go("go infinite movetime 3").limits().is_none() && go("go").limits().is_none());
    let ponder = go("go searchmoves d1-d7/g7 a4a5a6 ponder wtime -3 btime 7");
    assert!(ponder.ponder && ponder.search_moves.len() == 2);
    assert_eq!(ponder.limits().clock.unwrap().left.white, Duration::ZERO, "a clock that has run out");
    assert_eq!(go("go btime 7").limits().clock.unwrap().left.white, Duration::from_millis(7));
}

#[test]
fn limits_are_written_as_uci() {
    assert_eq!(Go::within(&Limits::playouts(500)).to_string(), "go nodes 500");
    let both = Limits { nodes: Some(300), depth: Some(2), ..Limits::playouts(500) };
    assert_eq!(Go::within(&both).to_string(), "go depth 2 nodes 300");
    assert_eq!(Go::within(&Limits::NONE).to_string(), "go infinite");
    assert_eq!(Go::within(&Limits::time(Duration::from_millis(90))).to_string(), "go movetime 90");
    let clock = go("go wtime 60000 btime 59000 winc 100 binc 200 movestogo 20");
    assert_eq!(Go::within(&clock.limits()), clock);
}

#[test]
fn refusals_say_what_is_wrong() {
    let refusal = |line: &str| line.parse::<Command>().unwrap_err().to_string();
    assert_eq!("  ".parse::<Command>(), Err(CommandError::Empty));
    assert_eq!(refusal("hello there"), r#"unknown command "hello""#);
    assert_eq!(refusal("go depth deep"), r#"depth needs a number, not "deep""#);
    assert_eq!(refusal("go movetime"), r#"movetime needs a number, not """#);
    assert_eq!(refusal("go mate 3"), r#"unknown limit "mate" after go"#);
    assert_eq!(
        refusal("setoption Hash 3"),
        "expected `setoption name NAME [value VALUE]`, found `setoption Hash 3`"
    );
    assert!(refusal("position fen 9x w").starts_with("the FEN cannot be read: ranks are made of"));
    assert!(refusal("position startpos moves d1-d77/g7").starts_with("the move cannot be read: "));
    assert!(refusal("position").starts_with("expected `position startpos|fen FEN [moves MOVE...]`"));
    assert!(refusal("perft -1").starts_with("expected `perft PLIES`"));
    assert!(refusal(&"x".repeat(10_000)).len() < 100, "an error is short");
}

#[test]
fn messages_of_other_engines_are_read() {
    let info = "info depth 12 currmove d1d7,d7g7 score mate -3 upperbound time 5 tbhits 0 pv d1d7,d7g7 rest";
    let Ok(Message::Info(info)) = info.parse() else { panic!("an info") };
    assert_eq!((info.depth, info.score), (Some(12), Some((UgiScore::Mate(-3), Bound::Upper))));
    assert_eq!((info.time, info.pv.len()), (Some(Duration::from_millis(5)), 1));
    let Ok(Message::Info(info)) = "info depth x nodes 7 score cp y pv".parse() else { panic!("an info") };
    assert_eq!(info, Info { nodes: Some(7), ..Info::default() });
    for none in ["bestmove (none)", "bestmove 0000 ponder 0000"] {
        assert_eq!(none.parse(), Ok(Message::BestMove { best: Best::None, ponder: None }));
    }
    assert_eq!("bestmove e2e4".parse::<Message>(), Err(MessageError::BestMove("e2e4".to_owned())));
    assert_eq!("bestmove".parse::<Message>(), Err(MessageError::BestMove(String::new())));
    let option = "option name Clear Hash type button".parse::<Message>().unwrap();
    assert_eq!(option.to_string(), "option name Clear Hash type button");
}

#[test]
fn wdl_is_in_thousandths() {
    assert_eq!(Wdl::from_win(0.6254), Wdl { win: 625, draw: 0, loss: 375 });
    assert_eq!(Wdl::from_win(f64::NAN).win, 0);
    assert_eq!(Wdl { win: 500, draw: 200, loss: 300 }.to_win(), Some(0.6));
    assert_eq!(Wdl::default().to_win(), None);
}
