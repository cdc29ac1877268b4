//! `otrera games`: the library of games, in a store of its own for every test.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use store::{Ending, Source};
use tempfile::TempDir;

use crate::{answer, run, words};

/// A store with the files beside it.
struct Library {
    folder: TempDir,
}

/// Four games that Little Golem could have written, two of them with a result.
const RECORDS: &str = "\
(;EV[amzn.ch.1]PB[Ada]PW[Bea];W[g1-g7/d7];B[d10-d8/j2])
(;EV[amzn.ch.1]PB[Bea]PW[Ada];W[d1-d7/g7];B[resign])
(;EV[amzn.ch.2]DT[2006-08-09]PB[Cy\u{1b}[2J]PW[Ada];W[g1-g7/d7];B[d10-d8/j2];W[g7-g6/g7])
(;GM[18]SZ[6]PB[Ada]PW[]ON[corner]RE[W+T];B[bfbebd]C[oh])
";

/// A game of which everything is known.
const FULL: &str = r#"{"white":"Ada","black":"cmd:./engine","winner":"white","ending":"crash","detail":"said, \"what?\"","source":"match","event":"cup","opening":"line 3","played_at":"2026-11-15T13:22:03.5Z","start":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1","moves":"d1-d7/g7 d10-d8/j8","run":{"kind":"match","conditions":"{}","begun":"2026-11-15T13:00:00Z","slot":7,"seed":18446744073709551615},"white_limits":"100 nodes","thoughts":[{"time_ns":1500000,"nodes":100,"playouts":3,"depth":2,"score":-12345,"win_rate":0.1,"line":"d1-d7/g7 d10-d8/j8"},{"time_ns":2}],"transcript":"> go\n< what?"}"#;

impl Library {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// With the games above: 1 to 4 from SGF, 5 from JSON.
    fn filled() -> Self {
        let library = Self::new();
        library.write("in.sgf", RECORDS);
        library.write("in.jsonl", &format!("{FULL}\n"));
        assert_eq!(library.answer("import IN/in.sgf IN/in.jsonl"), "stored 5 games\n");
        library
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `otrera games` on the store; `IN` stands for the folder.
    fn run(&self, arguments: &str) -> Output {
        let folder = self.folder.path().display().to_string();
        let arguments = format!("games {arguments} --store IN/games.sqlite");
        let arguments = words(&arguments).into_iter().map(|word| word.replace("IN/", &format!("{folder}/")));
        run(arguments, b"")
    }

    /// What it prints when all is well.
    fn answer(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        self.hide(&output.stdout)
    }

    /// What it prints and complains of when not.
    fn refusal(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        self.hide(&[output.stdout, output.stderr].concat())
    }

    /// Text without the folder's name, which is another each time.
    fn hide(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.replace(&format!("{}/", self.folder.path().display()), "IN/")
    }
}

#[test]
fn games_are_listed_and_filtered() {
    let library = Library::filled();
    let said: Vec<String> = [
        "list",
        "list --player ada --player bea --sort length --reverse",
        "list --result none",
        "list --won-by ADA",
        "list --since 2006-08-09 --until 2006-08-09",
        "list --ending 'time forfeit'",
        "list --limit 2 --offset 1",
        "list --event 'amzn.*' --max-plies 1",
        "list 2 4-9 --source import",
        "list --opening none",
        "list --run 1 --json",
        "stats",
        "stats --player bea --json",
    ]
    .iter()
    .map(|arguments| format!("otrera games {arguments}\n{}", library.answer(arguments)))
    .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_game_is_shown_with_its_thoughts() {
    let library = Library::filled();
    insta::assert_snapshot!(library.answer("show 5 --transcript"));
    insta::assert_snapshot!("a game without thoughts", library.answer("show 3"));
}

#[test]
fn tables_hold_games_and_plies() {
    let library = Library::filled();
    let said: Vec<String> = [
        "export - --format csv",
        "export - --format csv --plies 4 5",
        "export - --format jsonl --plies 5",
        "export - --format sgf --player ada --sort date",
    ]
    .iter()
    .map(|arguments| format!("otrera games {arguments}\n{}", library.answer(arguments)))
    .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn an_export_comes_back_to_the_last_byte() {
    let library = Library::filled();
    assert_eq!(library.answer("export IN/all.jsonl"), "5 games: IN/all.jsonl\n");
    let other = Library::new();
    other.write("all.jsonl", &library.read("all.jsonl"));
    assert_eq!(other.answer("import IN/all.jsonl"), "stored 5 games\n");
    other.answer("export IN/again.jsonl");
    assert_eq!(other.read("again.jsonl"), library.read("all.jsonl"));
    // SGF says less, but enough to know the games again; nothing is stored twice.
    library.answer("export IN/all.sgf");
    assert_eq!(library.answer("import IN/all.sgf"), "stored 0 games, 5 already there\n");
    assert_eq!(library.answer("import IN/in.sgf IN/all.jsonl"), "stored 0 games, 9 already there\n");
    assert_eq!(library.answer("stats").lines().next(), Some("5 games"));
}

#[test]
fn a_file_is_written_whole_and_never_replaced_unasked() {
    let library = Library::filled();
    library.write("out.csv", "precious");
    assert!(library.refusal("export IN/out.csv").contains("--force replaces it"));
    assert_eq!(library.read("out.csv"), "precious");
    library.answer("export IN/out.csv --force");
    assert_eq!(library.read("out.csv"), library.answer("export - --format csv"));
    assert!(library.refusal("export IN/out").contains("choose a format with --format"));
    assert!(library.refusal("export IN/out.sgf --plies").contains("SGF has no rows"));
}

#[test]
fn bad_records_are_told_and_passed_over() {
    let library = Library::new();
    library.write(
        "mixed.sgf",
        "(;EV[x]PB[a];W[g1-g7/d7])\n(;EV[x]PB[b];W[g1-g7/d7];B[g1-g7/d7])\n(;EV[x]PB[c];W[g1-g7/d7]\n\
         (;EV[x]PB[d];W[g1-g7/d7])\nrubbish\n(;EV[x]PB[e];W[g1-g7/d7])\n",
    );
    library.write(
        "mixed.jsonl",
        "{\"moves\": \"\", \"white\": \"f\"}\n\n{\"moves\": \"d1\"}\nrubbish\n{\"moves\": \"\", \"ending\": \"no moves\"}\n\
         {\"moves\": \"\", \"white\": \"g\"}\n",
    );
    insta::assert_snapshot!(library.refusal("import IN/mixed.sgf IN/mixed.jsonl"));
    let names: Vec<String> = library
        .answer("export - --format csv")
        .lines()
        .skip(1)
        .map(|row| row.split(',').skip(2).take(2).collect())
        .collect();
    assert_eq!(names, ["a", "d", "e", "f", "g"]);
    assert!(library.refusal("import IN/nowhere.sgf").contains("cannot read IN/nowhere.sgf"));
    library.write("empty.sgf", "");
    assert!(library.refusal("import IN/empty.sgf").contains("there is no game in it"));
}

#[test]
fn what_was_deleted_can_be_restored() {
    let library = Library::filled();
    let before = library.answer("export - --format jsonl");
    let said: Vec<String> = [
        ("delete", 2),
        ("delete --all 3", 2),
        ("delete 1-3", 2),
        ("delete 77 --yes", 2),
        ("delete --player nobody --yes", 0),
        ("delete 1-3 5 --yes", 0),
        ("list", 0),
        ("list --deleted", 0),
        ("restore 1-3 5", 0),
        ("restore --all", 0),
        ("purge", 0),
        ("delete --ending crash --yes", 0),
        ("purge", 2),
        ("purge --yes", 0),
        ("show 5", 2),
        ("show 0", 2),
    ]
    .iter()
    .map(|&(arguments, code)| {
        if arguments.starts_with("purge") && code == 0 && !arguments.contains("--yes") {
            assert_eq!(library.answer("export - --format jsonl"), before, "all is back");
        }
        let said = if code == 0 { library.answer(arguments) } else { library.refusal(arguments) };
        format!("otrera games {arguments}\n{said}")
    })
    .collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_store_that_is_none_is_told() {
    let library = Library::new();
    library.write("games.sqlite", "(;GM[18])");
    assert!(library.refusal("list").contains("IN/games.sqlite is not a store of games; choose another file"));
    assert_eq!(library.read("games.sqlite"), "(;GM[18])");
    let library = Library::filled();
    assert!(library.refusal("list --since yesterday").contains("--since: \"yesterday\" is no day"));
}

#[test]
fn a_store_that_is_not_there_is_told_and_not_made() {
    let library = Library::new();
    for arguments in
        ["list", "show 1", "export IN/out.sgf", "stats", "delete 1 --yes", "restore 1", "purge --yes"]
    {
        assert_eq!(library.refusal(arguments), "otrera: there is no store IN/games.sqlite\n", "{arguments}");
    }
    assert_eq!(fs::read_dir(library.folder.path()).unwrap().count(), 0);
    // What brings games makes one.
    library.write("in.sgf", RECORDS);
    assert_eq!(library.answer("import IN/in.sgf"), "stored 4 games\n");
}

#[test]
fn an_export_of_nothing_writes_no_file() {
    let library = Library::filled();
    assert_eq!(library.refusal("export IN/out.csv 500"), "otrera: there is no game 500 in the store\n");
    assert_eq!(
        library.refusal("export - --format csv 500"),
        "otrera: there is no game 500 in the store\n",
        "not even a header"
    );
    for nothing in ["--player nobody", "500-600", "3 --offset 1"] {
        let said = library.answer(&format!("export IN/out.csv {nothing}"));
        assert_eq!(said, "no game matches; nothing was written\n", "{nothing}");
    }
    let said = library.refusal("export IN/out.csv 5-1");
    assert!(said.contains("the range is reversed: write 1-5"), "{said}");
    let said = library.refusal("export IN/out.csv 1-9000000");
    assert!(said.contains("a range has 1000000 games at most"), "{said}");
    assert!(!library.path("out.csv").exists());
}

#[test]
fn formats_and_names_are_offered_where_they_are_taken() {
    let library = Library::filled();
    library.write("in.csv", "id\n");
    assert!(library.refusal("import IN/in.csv").contains("CSV is written only"));
    let said = library.refusal("import IN/in.csv --format csv");
    assert!(said.contains("[possible values: sgf, jsonl]"), "{said}");
    let help = answer("games list --help").split_whitespace().collect::<Vec<_>>().join(" ");
    let names = Source::ALL.iter().map(|source| source.name());
    for name in names.chain(Ending::ALL.iter().map(|ending| ending.name())) {
        assert!(help.contains(name), "{name}");
    }
}

#[test]
fn two_imports_at_once_lose_nothing() {
    let library = Library::new();
    for half in 0..2 {
        let lines: String =
            (0..700).map(|number| format!("{{\"moves\": \"\", \"white\": \"{half} {number}\"}}\n")).collect();
        library.write(&format!("{half}.jsonl"), &lines);
    }
    std::thread::scope(|scope| {
        for half in 0..2 {
            let library = &library;
            scope.spawn(move || {
                assert_eq!(library.answer(&format!("import IN/{half}.jsonl")), "stored 700 games\n");
            });
        }
    });
    assert_eq!(library.answer("stats").lines().next(), Some("1400 games"));
}
