//! The texts that name evaluations.

use amazons::Size;
use eval::{Eval, EvalError, NetworkEval, Otrera};

#[test]
fn a_network_in_a_file_is_written_as_it_is_read() {
    let folder = testkit::network_files(&["a.net", "a, b@c.net"]);
    let folder = folder.path().display();
    for (text, written) in [
        (format!("net:{folder}/a.net"), format!("net:{folder}/a.net")),
        (format!("net:\"{folder}/a.net\""), format!("net:{folder}/a.net")),
        (format!("net:{folder}/a, b@c.net"), format!("net:\"{folder}/a, b@c.net\"")),
    ] {
        let eval = Eval::with_files(&text).unwrap();
        assert_eq!(eval.to_string(), written);
        assert_eq!(Eval::with_files(&written), Ok(eval));
        assert_eq!(text.parse::<Eval>(), Err(EvalError::FileRefused(text)));
    }
}

#[test]
fn a_network_that_cannot_be_read_is_refused_with_a_reason() {
    let said = |text: &str| Eval::with_files(text).unwrap_err().to_string();
    assert!(said("net:no/such.net").starts_with("network no/such.net: No such file"));
    for text in ["net:\"a.net", "net:a\"b.net", "net:a.net\"", "net:\"a\"b\"", "net:\""] {
        assert_eq!(Eval::with_files(text), Err(EvalError::Quote(text.to_owned())));
    }
    assert!(said("teritory").contains("did you mean territory?"));
    assert_eq!(Eval::with_files("mindist"), "mindist".parse());
}

#[test]
fn only_networks_have_a_largest_board() {
    let network = Eval::Network(NetworkEval::new(testkit::network(), "thesis-bits-160"));
    let size = |text: &str| text.parse::<Size>().unwrap();
    assert_eq!(network.check_board(size("10x4")), Ok(()));
    let error = network.check_board(size("4x15")).unwrap_err();
    assert_eq!(error.to_string(), "thesis-bits-160 reads boards of at most 10x10, and this is 4x15");
    assert_eq!(Eval::Otrera(Otrera).check_board(size("16x16")), Ok(()));
}
