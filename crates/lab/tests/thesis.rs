//! The errors of evaluations on a collection of which half has no result.

use std::path::PathBuf;
use std::sync::Mutex;

use arena::StopSignal;
use lab::{Cell, Conditions, Drawing, EXPERIMENTS, Findings, Resume, Scale, Workbench};
use store::Store;
use training::Progress;

fn run(store: &Mutex<Store>, resume: Resume, told: &mut Vec<(String, u64, u64)>) -> Findings {
    let collection = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/lab/collection.txt"));
    let conditions = Conditions { collection: Some(collection), ..Conditions::of(Scale::Toy, 3) };
    let stop = StopSignal::new();
    let mut tell = |progress: Progress<'_>| {
        if let Progress::Started { what, steps, done } = progress {
            told.push((what.to_owned(), steps, done));
        }
    };
    let mut bench = Workbench::new(&conditions, store, 2, &stop, resume, &mut tell);
    let experiment =
        EXPERIMENTS.iter().find(|experiment| experiment.about().name == "thesis-errors").unwrap();
    experiment.run(&mut bench, &[]).unwrap()
}

/// The number in a row of the first table.
fn count(findings: &Findings, name: &str) -> f64 {
    let row = findings.tables[0].rows.iter().find(|row| row.name == name).unwrap();
    match &row.cells[0] {
        Cell::Number(measured) => measured.ours.unwrap(),
        Cell::Text(text) => panic!("{text} is no number"),
    }
}

#[test]
fn a_collection_is_decided_once_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let store = Mutex::new(Store::open(&folder.path().join("games.sqlite")).unwrap());
    let mut told = Vec::new();
    let findings = run(&store, Resume::Restart, &mut told);
    assert_eq!(told[0], ("games played out".to_owned(), 4, 0), "those that were broken off");
    let counts = ["games in the collection", "examined", "with a result"].map(|name| count(&findings, name));
    assert_eq!(counts, [8.0, 8.0, 4.0]);
    let [accepted, rejected, kept] = ["accepted", "rejected", "kept"].map(|name| count(&findings, name));
    assert_eq!((accepted + rejected, kept), (4.0, 4.0 + accepted));
    assert!(rejected > 0.0, "what is broken off after 12 plies is not decided");
    // The boards of whole games at least, without the last one, in which nobody can move.
    assert!(count(&findings, "boards of these") >= f64::from(67 + 77 + 72 + 87));
    let bars: f64 = findings
        .figures
        .iter()
        .filter_map(|figure| match &figure.drawing {
            Drawing::Histogram { series, .. } => {
                Some(series.iter().flat_map(|bars| &bars.counts).sum::<f64>())
            }
            _ => None,
        })
        .sum();
    assert!((bars - 8.0).abs() < 1e-9, "every game has its place in the histogram");
    assert_eq!(findings.statements.len(), 7);

    // The games that were played out are in the store: nothing is played again, and nothing is found otherwise.
    told.clear();
    let again = run(&store, Resume::Continue, &mut told);
    assert_eq!(told[0], ("games played out".to_owned(), 4, 4));
    assert_eq!(again, findings);
}
