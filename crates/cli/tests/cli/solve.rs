//! `otrera solve`.

use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::time::Duration;

use agents::{AgentSpec, Task};
use amazons::{AnyPosition, Game};
use serde_json::Value;
use thought::{Control, Limits, Silent};

use crate::{answer, complaint};

/// White has a guard on c4 and six squares behind her; the rest is shared, and nobody wants to move there. The board has more
/// than 32 squares, so that no search for the winner, whose time is told, comes first.
const GUARDED: &str = "'2*1*1q/2Q2*1/2*q*1*/*******/******* w'";

#[test]
fn areas_are_told_one_by_one() {
    insta::assert_snapshot!(answer("solve --fen 'Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w'"));
    insta::assert_snapshot!(answer(&format!("solve --fen {GUARDED}")));
}

#[test]
fn small_shared_areas_have_their_exact_value() {
    // CGSuite's position of two rows of four, and beside it a territory of Black's.
    let fen = "'Q3*1q/q3*1*/******* w'";
    let text = answer(&format!("solve --fen {fen}"));
    let value = "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}";
    let told = text.lines().find_map(|line| line.strip_prefix("    value ")).unwrap();
    // The order of options has no meaning.
    let sorted = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    assert_eq!(sorted(told), sorted(value), "{told}");
    let json: Value = serde_json::from_str(&answer(&format!("solve --json --fen {fen}"))).unwrap();
    let values: Vec<&Value> = json["areas"].as_array().unwrap().iter().map(|area| &area["value"]).collect();
    assert!(values.contains(&&told.into()) && values.contains(&&"-2".into()), "{values:?}");
}

#[test]
fn small_boards_are_solved() {
    // Published: Mueller 2001.
    let text = answer("solve --board 4x4 --time 2m --search");
    assert!(text.contains("\nBlack wins by 0\nproven: by search, "), "{text}");
}

#[test]
fn a_stored_proof_tells_who_wins_and_where_to_check_it() {
    let text = answer("solve --board 5x5 --nodes 100");
    assert!(text.contains("White wins by 0 to "), "{text}");
    assert!(text.contains("proven by a stored certificate, proofs/5x5.proof, 679,227 positions"), "{text}");
    assert!(text.contains("bestmove b1-b4/d2"), "{text}");
    let value: Value = serde_json::from_str(&answer("solve --board 4x5 --nodes 100 --json")).unwrap();
    assert_eq!((&value["winner"], &value["proof"]), (&"black".into(), &Value::Null));
    assert_eq!(value["storedProof"]["file"], "proofs/4x5.proof");
    // All that it tells is told of the moves too, without a search.
    let text = answer("solve --board 4x5 --moves --nodes 1");
    assert!(text.contains("\nnone of 85 moves wins"), "{text}");
    let text = answer("solve --board 5x5 --moves --nodes 1");
    assert!(text.contains("White wins by 0 to ") && text.contains("not yet: b1-b4/d2\n"), "{text}");
    // The file that the program has is written for whoever wants to check it, and searched for where it is not this position's.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5x5.proof");
    let solve = format!("solve --board 5x5 --nodes 1 --proof {}", file.display());
    let text = answer(&solve);
    assert!(text.contains("\ncertificate of 679,227 positions: "), "{text}");
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/5x5.proof");
    assert!(std::fs::read(&file).unwrap() == std::fs::read(stored).unwrap(), "the same bytes");
    let error = complaint(&solve);
    assert!(error.contains("5x5.proof exists; --force replaces it"), "{error}");
    let text = answer(&format!("solve --fen '1qq1/q3/3*/QQ2 w' --force --proof {}", file.display()));
    assert!(text.contains("proven: by search, ") && !text.contains("solver's word"), "{text}");
    let checked = answer(&format!("verify {}", file.display()));
    assert!(checked.contains(" wins 4x4 (1qq1/q3/3*/QQ2 w"), "{checked}");
    for moves in ["solve --board 6x6 --moves", "solve --board 5x6 --hash 16 --moves"] {
        let error = complaint(moves);
        assert!(error.contains("36 squares") || error.contains("512 MiB"), "{error}");
    }
}

#[test]
fn what_a_proof_would_take_is_told() {
    let text = answer("solve --board 5x5 --search --nodes 100000");
    assert!(
        text.contains("not proven: ") && text.contains("5x5 took 104,978,510 positions before; "),
        "{text}"
    );
    // Where the search was, ply by ply.
    assert!(text.contains("\nsearching ") && text.contains(" refuted) "), "{text}");
    let text = answer("solve --board 6x4 --nodes 100000");
    assert!(
        text.contains("Black wins, --verdicts with the repository's proofs/6x4.verdicts goes on from it"),
        "{text}"
    );
    let text = answer("solve --board 6x5 --hash 600 --nodes 1000");
    assert!(text.contains("nobody is known to have decided 6x5"), "{text}");
    let text = answer("solve --fen '1q1q1/q3q/5/Q3Q/Q2Q1 w' --nodes 100000");
    assert!(text.contains("how much it takes is not known"), "{text}");
}

#[test]
fn a_proof_is_written_checked_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let [proof, verdicts] = ["5x4.proof", "5x4.verdicts"].map(|name| folder.path().join(name));
    let solve = format!(
        "solve --board 5x4 --time 2m --threads 2 --proof {} --verdicts {} --json",
        proof.display(),
        verdicts.display()
    );
    let value: Value = serde_json::from_str(&answer(&solve)).unwrap();
    assert_eq!((&value["winner"], &value["proof"]["isDecided"]), (&"white".into(), &true.into()));
    let checked = answer(&format!("verify {}", proof.display()));
    assert!(checked.starts_with("White, who moves first, wins 5x4"), "{checked}");
    assert_eq!(std::fs::read_to_string(&verdicts).unwrap(), "otrera-verdicts 2 5x4\n", "nothing took long");

    let none = folder.path().join("none.proof");
    let error = complaint(&format!("solve --board 5x5 --search --nodes 1000 --proof {}", none.display()));
    assert!(error.contains("no proof was found") && !none.exists(), "{error}");
    let error = complaint(&format!("solve --board 4x4 --verdicts {}", verdicts.display()));
    assert!(error.contains("otrera-verdicts 2 5x4") && error.contains("otrera-verdicts 2 4x4"), "{error}");
    let error = complaint(&format!("solve --board 6x6 --proof {}", none.display()));
    assert!(error.contains("36 squares"), "{error}");
    let text = answer("solve --board 5x6 --hash 16 --nodes 10");
    assert!(
        text.contains("\nno search for the winner alone: a proof on 5x6 needs tables of 512 MiB at least (--hash); a paper"),
        "{text}"
    );
    let missing = folder.path().join("no/5x5.verdicts");
    let error = complaint(&format!("solve --board 5x5 --verdicts {}", missing.display()));
    assert!(error.contains(&missing.display().to_string()), "{error}");
    let error = complaint(&format!("solve --board 5x6 --hash 16 --proof {}", none.display()));
    assert!(error.contains("512 MiB"), "{error}");
}

/// A search that is killed at any moment leaves verdicts that the next one goes on from.
#[test]
fn a_proof_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let verdicts = folder.path().join("4x5.verdicts");
    let lines = || std::fs::read_to_string(&verdicts).map_or(0, |text| text.matches('\n').count());
    let solve = format!(
        "solve --board 4x5 --hash 64 --time 10m --threads 1 --json --verdicts {}",
        verdicts.display()
    );
    for least in [2, 4] {
        let mut child = crate::otrera().args(crate::words(&solve)).stdout(Stdio::null()).spawn().unwrap();
        while lines() < least {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it wrote {least} lines");
            std::thread::sleep(Duration::from_millis(1));
        }
        // SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let found = lines() as u64 - 1;
    let value: Value = serde_json::from_str(&answer(&solve)).unwrap();
    assert_eq!((&value["winner"], &value["proof"]["isDecided"]), (&"black".into(), &true.into()));
    assert_eq!(value["proof"]["verdictsFound"], found);
}

/// Ctrl-C ends all that was to follow, and what was found is told.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_search_tells_what_it_found() {
    let mut command = crate::otrera();
    command.args(crate::words("solve --board 5x5 --search --moves --time 2m --threads 1"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = std::fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << 1 != 0
    };
    while !listens() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it listened");
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("not proven: ") && text.contains("of 130 moves, of symmetric ones one, "),
        "{text}"
    );
}

#[test]
fn what_is_not_known_is_bounded() {
    insta::assert_snapshot!(answer("solve --board 6x6 --nodes 500"));
}

#[test]
fn a_solution_is_described_in_json() {
    let text = answer(&format!("solve --json --fen {GUARDED}"));
    assert_eq!(text.matches('\n').count(), 1, "one line");
    let value: Value = serde_json::from_str(&text).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn a_margin_in_json_is_whites() {
    let margin = |fen: &str| {
        let value: Value = serde_json::from_str(&answer(&format!("solve --json --fen '{fen}'"))).unwrap();
        (value["margin"]["atLeast"].clone(), value["winner"].clone())
    };
    // Three moves against one.
    assert_eq!(margin("Q3*1q w"), (1.into(), "white".into()));
    assert_eq!(margin("Q3*1q b"), (2.into(), "white".into()));
    assert_eq!(margin("q3*1Q w"), ((-3).into(), "black".into()));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    assert_eq!(answer("solve --fen 'Q*/*q w'"), "Black wins by 0\nbestmove (none)\n");
}

/// Writes `testdata/solver/endings.txt` anew.
#[test]
#[ignore = "a generator: writes testdata/solver/endings.txt, the same bytes while MG-PEO plays the same"]
fn separated_positions_are_taken_from_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/solver/endings.txt");
    let before = std::fs::read_to_string(&path).unwrap();
    let mut text: String =
        before.lines().take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    for seed in 0..60 {
        let mut agent = "mgpeo".parse::<AgentSpec>().unwrap().agent();
        agent.new_game(seed);
        let mut game = Game::default();
        loop {
            let AnyPosition::Ten(position) = *game.position() else { unreachable!("the standard board") };
            if !position.has_move() {
                break;
            }
            if solver::is_separated(&position) {
                text += &format!("{}\n", position.to_setup().to_fen());
            }
            let limits = Limits::playouts(400);
            let decision = agent.decide(&game, Task::new(&limits, &Control::new(), &mut Silent)).unwrap();
            game.play(decision.mv).unwrap();
        }
    }
    std::fs::write(path, text).unwrap();
}
