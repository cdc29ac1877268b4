//! `otrera convert`, from and to files and pipes.

use std::fs;

use crate::{complaint, run, words};

/// Converts through pipes.
fn convert(from: &str, to: &str, input: &str) -> String {
    let output = run(words(&format!("convert - - --from {from} --to {to}")), input.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const GAMES: &str = "\
startpos moves d1-d7/g7 d10-d8/j8
fen 1q1/3/1Q1 w - - 0 1 moves b1-b2/b1
fen 4/1q2/2Q1/4 b - - 5 3 k2: moves b3-b4/a4
";

#[test]
fn games_go_to_sgf_and_back() {
    let sgf = convert("moves", "sgf", GAMES);
    insta::assert_snapshot!(sgf);
    assert_eq!(convert("sgf", "moves", &sgf), GAMES);
}

#[test]
fn a_little_golem_record_stays_as_it_is() {
    let record = "(;EV[x]PB[a]PW[b];W[g1-g7/d7];B[d10-d8/j2])\n(;PW[c];W[d1-d7/g7])\n";
    assert_eq!(convert("little-golem", "little-golem", record), record);
    assert_eq!(
        convert("little-golem", "moves", record),
        "startpos moves g1-g7/d7 d10-d8/j2\nstartpos moves d1-d7/g7\n"
    );
}

#[test]
fn positions_are_the_last_of_each_game() {
    let fens = convert("moves", "fen", GAMES);
    assert_eq!(
        fens,
        "6q3/10/3q5*/q2Q2*2q/10/10/Q8Q/10/10/6Q3 w - - 2 2\n1q1/1Q1/1*1 b - - 1 1\n*q2/1*2/2Q1/4 w - - 6 4 k2:b3=2\n"
    );
    let boards = convert("fen", "board", &fens);
    insta::assert_snapshot!(boards);
    assert_eq!(convert("board", "fen", &boards), fens);
}

#[test]
fn a_file_is_written_whole_and_never_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.txt"), GAMES).unwrap();
    let convert =
        |options: &str| run(words(&format!("convert {} {} {options}", path("in.txt"), path("out.sgf"))), b"");
    assert!(convert("").status.success());
    fs::write(path("out.sgf"), "precious").unwrap();
    let again = convert("");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("--force replaces it"));
    assert_eq!(fs::read_to_string(path("out.sgf")).unwrap(), "precious");
    assert!(convert("--force").status.success());
    assert!(fs::read_to_string(path("out.sgf")).unwrap().starts_with("(;FF[4]GM[18]"));
    // A bad file leaves the target alone.
    fs::write(path("in.txt"), "startpos moves d1-d7/d7").unwrap();
    let before = fs::read(path("out.sgf")).unwrap();
    assert_eq!(convert("--force").status.code(), Some(2));
    assert_eq!(fs::read(path("out.sgf")).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no half-written file is left");
}

/// Names, a result that the moves do not tell, three comments, two variations and a property that we do not know.
const STUDY: &str = "(;FF[4]GM[18]SZ[10]EV[cup]PB[Ada]PW[Bea]RE[B+R]C[one]BR[1800];B[djddgd]C[two]\
                     (;W[dadcjc])(;W[dadcic])(;W[dadchc]C[three]))\n";

#[test]
fn what_a_format_cannot_hold_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let convert = |input: &str, target: &str| {
        fs::write(path("in.sgf"), input).unwrap();
        let output = run(words(&format!("convert {} {} --force", path("in.sgf"), path(target))), b"");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().replace(&path(target), target)
    };
    let lost = "left out: names, event, result, 3 comments, 2 variations, 1 other property";
    assert_eq!(convert(STUDY, "out.txt"), format!("1 game: out.txt; {lost}\n"));
    assert_eq!(convert(STUDY, "out.fen"), format!("1 game, the last position of each: out.fen; {lost}\n"));
    for whole in ["out.sgf", "out.lg"] {
        assert_eq!(convert(STUDY, whole), format!("1 game: {whole}\n"));
    }
    let two = format!("{STUDY}(;FF[4]GM[18]SZ[10]EV[cup];B[djddgd]C[four])");
    let lost = "left out: names of 1 game, 2 events, 1 result, 4 comments, 2 variations, 1 other property";
    assert_eq!(convert(&two, "out.txt"), format!("2 games: out.txt; {lost}\n"));
    // The last move tells who has won.
    let over = run(words("convert - - --from moves --to sgf"), b"fen Q1**q w - - 0 1 moves a1-b1/a1\n");
    let over = String::from_utf8(over.stdout).unwrap();
    assert!(over.contains("RE[B+]"), "{over}");
    assert_eq!(convert(&over, "out.txt"), "1 game: out.txt\n");
    // A pipe gets games alone.
    let piped = run(words("convert - - --from sgf --to moves"), STUDY.as_bytes());
    assert_eq!(String::from_utf8(piped.stdout).unwrap().lines().count(), 1);
    let said = String::from_utf8(piped.stderr).unwrap();
    assert!(said.starts_with("otrera: left out: names, event, result"), "{said}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("in.txt"), GAMES).unwrap();
    let said = complaint(&format!("convert {} {}", path("in.txt"), path("no/out.sgf")));
    assert_eq!(
        said,
        format!("otrera: cannot write {}: there is no folder {}", path("no/out.sgf"), path("no"))
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in.txt"), GAMES).unwrap();
    fs::write(path("real.sgf"), "old").unwrap();
    fs::set_permissions(path("real.sgf"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink(path("real.sgf"), path("link.sgf")).unwrap();
    let arguments = format!("convert {} {} --force", path("in.txt").display(), path("link.sgf").display());
    assert!(run(words(&arguments), b"").status.success());
    assert!(fs::symlink_metadata(path("link.sgf")).unwrap().file_type().is_symlink());
    assert!(fs::read_to_string(path("real.sgf")).unwrap().starts_with("(;FF[4]"));
    assert_eq!(fs::metadata(path("real.sgf")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_bad_file_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.txt");
    fs::write(&path, "# ours\nstartpos moves d1-d7/g7 d1-d2/d3\n").unwrap();
    let said = complaint(&format!("convert {} -  --to sgf", path.display()));
    assert!(
        said.ends_with(
            "bad.txt: this move is not legal: no amazon of Black, who is to move, stands on d1 (\"d1-d2/d3\" at line 2, column 25)"
        ),
        "{said}"
    );
}
