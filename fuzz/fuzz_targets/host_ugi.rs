//! A UGI engine survives every conversation, and answers every `go` by one move and every `isready` by one `readyok`.

#![no_main]

use std::io::Cursor;

use agents::host::ugi::UgiHost;
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::conversation::{Heard, lines};
use thought::Limits;

const DICTIONARY: [&str; 34] = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves @",
    "position startpos moves @ @",
    "position fen Q1q w",
    "position fen Q1q w moves @",
    "position fen 1q1/3/1Q1 w - - 0 1 moves @",
    "go",
    "go nodes #",
    "go movetime #",
    "go depth #",
    "go wtime # btime # winc # binc #",
    "go wtime # btime # movestogo #",
    "go infinite",
    "go ponder wtime # btime #",
    "go searchmoves @ @ nodes #",
    "go nodes # movetime # depth #",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "perft #",
    "bench",
    "query gameover",
    "query result",
    "setoption name Threads value #",
    "setoption name MultiPV value #",
    "setoption name BoardSize value 6x6",
    "setoption name Level value #",
    "setoption name MoveOverhead value #",
    "quit",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let agent = ["random", "otrera:hash=1", "uct-eval", "alphabeta:depth=1"][usize::from(choice % 4)];
    let mut said = lines(rest, &DICTIONARY);
    // The memory of the machine, and threads that a sanitizer takes seconds for, are for other tests.
    said.retain(|line| {
        let line = line.to_lowercase();
        !line.contains("hash") && !(line.contains("threads") && line.contains(|letter: char| letter > '2'))
    });
    let words = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
    let asked =
        |word: &str| said.iter().map(words).take_while(|word| word != "quit").filter(|it| it == word).count();
    let (gos, readies) = (asked("go"), asked("isready"));
    let heard = Heard::default();
    let host = UgiHost::new(agent.parse().expect("a player"), "o", "o").with_default_limits(Limits::nodes(1));
    host.serve(Cursor::new(said.join("\n")), heard.clone()).expect("nothing fails");
    let text = heard.text();
    let count = |beginning: &str| text.lines().filter(|line| line.starts_with(beginning)).count();
    assert_eq!((count("bestmove "), count("readyok")), (gos, readies), "{said:#?}\n{text}");
});
