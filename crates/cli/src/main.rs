//! The binary `otrera`: parses arguments, calls the crates, prints results. One file per subcommand.

#![forbid(unsafe_code)]

mod agents;
mod agreement;
mod analyze;
mod bench;
mod book;
mod completions;
mod contest;
mod convergence;
mod convert;
mod engine;
mod eval;
mod files;
mod flagship_network;
mod games;
mod lab;
mod limits;
mod moves;
mod openings;
mod output;
mod perft;
mod play;
mod position;
mod serve;
mod show;
mod solve;
mod speed;
mod ticker;
mod unit;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The Game of the Amazons: a player, a solver, a laboratory and a board.
///
/// Without a command it opens the board in the browser.
#[derive(Parser)]
#[command(name = "otrera", version = VERSION, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The version with the commit that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("OTRERA_COMMIT"), ")");

const EXAMPLES: &str = "\
Examples:
  otrera                                 open the board in the browser
  otrera play                            play a game in the terminal
  otrera show --board 6x6                draw the start of the 6x6 game
  otrera moves --fen '1q1/3/1Q1 w'       list the legal moves of a position
  otrera analyze --time 5s               let a player think about the start
  otrera engine                          serve a player to an interface (UGI, UCI)
  otrera perft 3 --threads 2             count all games of three plies
  otrera convert game.sgf game.txt       rewrite a game as a line of moves
  otrera games list --player ada         list stored games
  otrera lab list                        list the experiments of the papers

'otrera COMMAND --help' tells more about a command.";

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Play(play::Play),
    Show(show::Show),
    Moves(moves::Moves),
    Eval(eval::EvalCommand),
    Analyze(analyze::Analyze),
    Solve(solve::Solve),
    Verify(verify::Verify),
    Agents(agents::Agents),
    Agreement(agreement::Agreement),
    Engine(engine::Engine),
    Convergence(convergence::Convergence),
    Convert(convert::Convert),
    Games(games::Games),
    Perft(perft::Perft),
    Match(contest::Match),
    Tournament(contest::Tournament),
    Sprt(contest::SprtCommand),
    Openings(openings::Openings),
    Book(book::Book),
    Lab(lab::Lab),
    Unit(unit::UnitCommand),
    Bench(bench::Bench),
    Speed(speed::Speed),
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error),
    };
    let done = match cli.command {
        None => serve::Serve::default().run(),
        Some(Command::Serve(command)) => command.run(),
        Some(Command::Play(command)) => command.run(),
        Some(Command::Show(command)) => command.run(),
        Some(Command::Moves(command)) => command.run(),
        Some(Command::Eval(command)) => command.run(),
        Some(Command::Analyze(command)) => command.run(),
        Some(Command::Solve(command)) => command.run(),
        // A proof that fails has an exit status of its own.
        Some(Command::Verify(command)) => {
            return command.run().unwrap_or_else(|error| output::failure(&error));
        }
        Some(Command::Agents(command)) => command.run(),
        Some(Command::Agreement(command)) => command.run(),
        Some(Command::Engine(command)) => command.run(),
        Some(Command::Convergence(command)) => command.run(),
        Some(Command::Convert(command)) => command.run(),
        Some(Command::Games(command)) => command.run(),
        Some(Command::Perft(command)) => command.run(),
        Some(Command::Match(command)) => command.run(),
        Some(Command::Tournament(command)) => command.run(),
        Some(Command::Sprt(command)) => command.run(),
        Some(Command::Openings(command)) => command.run(),
        Some(Command::Book(command)) => command.run(),
        Some(Command::Lab(command)) => command.run(),
        Some(Command::Unit(command)) => command.run(),
        Some(Command::Bench(command)) => command.run(),
        Some(Command::Speed(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(),
    };
    done.map_or_else(|error| output::failure(&error), |()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        super::Cli::command().debug_assert();
    }

    /// The lines of a help text and of the texts below it that begin with the name of the program.
    fn examples(command: &clap::Command) -> Vec<String> {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut found: Vec<String> = text
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with("otrera "))
            .map(str::to_owned)
            .collect();
        found.extend(command.get_subcommands().flat_map(examples));
        found
    }

    #[test]
    fn the_examples_of_the_help_are_understood() {
        let examples = examples(&super::Cli::command());
        assert!(examples.len() > 50, "{}", examples.len());
        for example in examples {
            // What follows two spaces is an explanation, what follows a bar or an arrow is another program's.
            let typed = example.split("  ").next().unwrap_or_default();
            let words = shell_words::split(typed).expect("words");
            let own = words.into_iter().take_while(|word| !["|", ">", "<"].contains(&word.as_str()));
            let read = super::Cli::command().try_get_matches_from(own);
            assert!(read.is_ok(), "{typed}: {}", read.unwrap_err());
        }
    }
}
