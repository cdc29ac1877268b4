//! The program as `cargo xtask attack` starts it.

use std::process::{Command, Output};

/// Makes one attack on a program that is not there.
fn attack(options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_attack"));
    command.args(["--binary", "no such program"]).args(options).arg("ping flood").output().unwrap()
}

#[test]
fn an_attack_that_fails_is_an_error_unless_it_is_only_reported() {
    let failed = attack(&[]);
    let said = String::from_utf8_lossy(&failed.stderr);
    assert_eq!(failed.status.code(), Some(1), "{said}");
    assert!(said.contains("ping flood: the server does not start"), "{said}");
    assert!(said.contains("1 of 1 attacks failed"), "{said}");
    assert!(String::from_utf8_lossy(&failed.stdout).contains("load of the machine"));
    let reported = attack(&["--report-only"]);
    assert_eq!(reported.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&reported.stderr).contains("ping flood: the server does not start"));
}
