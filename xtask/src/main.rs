//! The repository's own chores, run as `cargo xtask ...`.
//!
//! Each chore has a file of its own: [`mod@test`] runs every check, [`measure`] counts instructions, [`fuzz`] runs the
//! fuzz targets, [`web`] builds the page, [`browser`] finds it a browser to be tested in. What they share is beside them: the root of the [`workspace`], a [`tool`] that must be there,
//! [`names`] given as arguments. The `tests` folder holds the laws of the repository itself.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chore talks to the person who runs it")]

mod baseline;
mod browser;
mod fuzz;
mod measure;
mod names;
mod test;
mod tool;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the Otrera repository.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    Test(test::Arguments),
    Measure(measure::Arguments),
    Fuzz(fuzz::Arguments),
    Web(web::Arguments),
    Browser(browser::Arguments),
}

fn main() -> ExitCode {
    let result = match Cli::parse().chore {
        Chore::Test(arguments) => test::run(&arguments),
        Chore::Measure(arguments) => measure::run(&arguments),
        Chore::Fuzz(arguments) => fuzz::run(&arguments),
        Chore::Web(arguments) => web::run(&arguments),
        Chore::Browser(arguments) => browser::run(&arguments),
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
