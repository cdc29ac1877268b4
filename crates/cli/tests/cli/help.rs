//! Help texts and complaints, as people see them.

use crate::{answer, complaint};

#[test]
fn of_the_program() {
    insta::assert_snapshot!(answer("--help"));
}

#[test]
fn of_every_command() {
    for command in [
        "serve",
        "play",
        "show",
        "moves",
        "eval",
        "analyze",
        "solve",
        "verify",
        "agents",
        "agreement",
        "engine",
        "convergence",
        "convert",
        "games",
        "games list",
        "games show",
        "games export",
        "games import",
        "games stats",
        "games delete",
        "games restore",
        "games purge",
        "match",
        "tournament",
        "sprt",
        "openings",
        "book",
        "book make",
        "book show",
        "book lines",
        "lab",
        "lab list",
        "lab run",
        "lab judge",
        "lab report",
        "unit",
        "unit run",
        "unit selfplay",
        "unit contest",
        "unit proof",
        "unit prove",
        "perft",
        "bench",
        "speed",
        "completions",
    ] {
        insta::assert_snapshot!(format!("help of {command}"), answer(&format!("{command} --help")));
    }
}

#[test]
fn complaints_are_one_clear_line() {
    let arguments = [
        "--nonsense",
        "movs",
        "perft",
        "perft ten",
        "perft -1",
        "perft 1 --threads 0",
        "perft 1 --board 10x10 --fen 'Q1q w'",
        "perft 1 --plain --divide",
        "show --board 7x7",
        "show --board 17x3",
        "show --board ten",
        "show --board random:5x5,queens=3",
        "show --board random:4x4,amazons=16",
        "show --delay 16",
        "show --fen ''",
        "show --fen 'Q1q'",
        "show --fen 'Q1q w - - 0 1 k3:b1=1'",
        "show --fen 'Q1/1q w - - 0 1 more'",
        "show --fen '3/3/3 w'",
        "moves --notation chess",
        "convert one.sgf",
        "convert one two",
        "convert /nowhere/at/all.sgf -",
        "convert /nowhere/at/all.sgf - --to moves",
        "convert - - --from fen --to moves",
        "play --color green",
        "play --save /",
        "completions tcsh",
        "eval --eval teritory",
        "eval --eval net:no/such.net",
        "agents mgpo",
        "analyze --agent mgpeo:groups=maybe",
        "analyze --time soon",
        "solve --time soon",
        "solve --board 6x6 --delay 5",
        "solve --hash 0",
        "verify",
        "verify /nowhere/at/all.proof",
        "play --agent nobody",
        "play --level 11",
        "play --agent uct --level 3",
        "play --agent greedy --level 3",
        "play --agent cmd:./x",
        "play --time 0s",
        "analyze --agent cmd:./x",
        "analyze --depth 0",
        "analyze --nodes many",
        "agreement --games games.fen",
        "agreement --games nofile",
        "games show abc",
        "games list --limit -1",
        "games list --limit=-1",
        "lab judge mgpeo-depth --out /nowhere/at/all",
        "engine --agent nobdy",
        "engine --agent cmd:",
        "analyze --agent alphabeta:eval=teritory",
        "analyze --agent deepening:eval=net:no/such.net,hash=64",
        "analyze --agent 'deepening:eval=net:\"no,such.net'",
        "play --agent greedy:eval=net:no/such.net",
        "agreement --games games.sgf --agent greedy:eval=net:no/such.net",
        "openings --judge greedy:eval=net:no/such.net",
        "engine --agent greedy:eval=net:no/such.net",
        "match greedy:eval=net:no/such.net random",
        "lab selfplay --games 1 --agent greedy:eval=net:no/such.net@1s --out games.jsonl",
    ];
    let said: Vec<String> = arguments
        .iter()
        .map(|arguments| format!("otrera {arguments}\n    {}", complaint(arguments)))
        .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_script_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(answer(&format!("completions {shell}")).contains("otrera"), "{shell}");
    }
}
