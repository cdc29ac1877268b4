//! The tasks of the repository, run as `cargo xtask ...`.
//!
//! Each task has a file of its own: [`mod@test`] runs every check, [`measure`] counts instructions, [`fuzz`] runs the
//! fuzz targets, [`miri`] interprets unsafe code, [`attack`] attacks a server, [`web`] builds the page, [`browser`]
//! installs a browser for its tests, [`python`] installs and tests the Python package,
//! [`opponent`] builds an earlier commit to play against.
//! They share the root of the [`workspace`], the check for a [`tool`], and [`names`] given as arguments. The folder
//! `tests` has the tests of the repository itself.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task prints its progress")]

mod attack;
mod baseline;
mod browser;
mod fuzz;
mod measure;
mod miri;
mod names;
mod opponent;
mod python;
mod test;
mod tool;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The tasks of the Otrera repository.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Test(test::Arguments),
    Measure(measure::Arguments),
    Fuzz(fuzz::Arguments),
    Miri(miri::Arguments),
    Attack(attack::Arguments),
    Web(web::Arguments),
    Browser(browser::Arguments),
    Python(python::Arguments),
    Opponent(opponent::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Test(arguments) => test::run(&arguments),
        Task::Measure(arguments) => measure::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Miri(arguments) => miri::run(&arguments),
        Task::Attack(arguments) => attack::run(&arguments),
        Task::Web(arguments) => web::run(&arguments),
        Task::Browser(arguments) => browser::run(&arguments),
        Task::Python(arguments) => python::run(&arguments),
        Task::Opponent(arguments) => opponent::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        super::Cli::command().debug_assert();
    }
}
