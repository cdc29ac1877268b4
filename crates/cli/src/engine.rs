//! `otrera engine`: serves a player to another program over pipes.

use std::io;
use std::num::NonZero;
use std::time::Duration;

use agents::Contender;
use agents::host::{HostedPlayer, analysis, botzone, ccgc, codingame, gtp, ugi};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use thought::{Limits, parse_duration};

use crate::bench;
use crate::flagship_network::NetworkArgs;
use crate::limits::LimitArgs;

/// Serve a player to another program: UGI and UCI, or the language of a platform, on standard input and output.
#[derive(Args)]
#[command(after_help = "\
With UGI and UCI the player's parameters are options of the engine: Hash, MultiPV and the like under the names that \
interfaces know, the others as `otrera agents` shows them. Besides these there are BoardSize (which start `position \
startpos` means) and Seed. Scores are for the side to move, 100 cp to a move of margin; `score exact 8` says that \
the game is proven won by 7, `exact 1 lowerbound` that it is proven won. docs/protocols.md tells about every protocol.

Without a limit a player thinks as long as the platform lets it: botzone 0.9 s a move (1.8 s the first), codingame 85 ms \
(0.9 s), both with hash=128 unless the player is given another, ccgc a share of what is left of the game's time and \
all of the opponent's, gtp 5 s unless the clock is told, ugi and analysis as in \
its paper unless asked otherwise.

Examples:
  otrera engine
  otrera engine --agent alphabeta:depth=3
  printf 'position startpos\\nd\\neval\\nperft 2\\n' | otrera engine
  otrera engine --protocol botzone --keep-running
  echo '{\"id\": \"a\", \"maxTime\": 1}' | otrera engine --protocol analysis")]
pub(crate) struct Engine {
    /// The player: see `otrera agents`; or another program, as cmd:./engine --flag
    #[arg(long, value_name = "SPEC", default_value = "otrera")]
    agent: String,

    /// The language
    #[arg(long, value_enum, default_value_t = Protocol::Ugi)]
    protocol: Protocol,

    #[command(flatten)]
    limits: LimitArgs,

    /// Limits the time of the first move (botzone, codingame)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    first_time: Option<Duration>,

    /// The time for all moves of a game (ccgc); 14.5m if not given
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    game_time: Option<Duration>,

    /// Does not think on the opponent's time (ccgc)
    #[arg(long)]
    no_ponder: bool,

    /// Asks to be kept running for the whole game (botzone)
    #[arg(long)]
    keep_running: bool,

    /// How many positions are thought about at once (analysis); as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// The seed of the player's random numbers; with UGI and UCI the option Seed sets it
    #[arg(long, default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    network: NetworkArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Protocol {
    /// UGI, and UCI by the same words: for interfaces and arenas
    Ugi,
    /// botzone.org: 8x8, in lines or JSON
    Botzone,
    /// The platform of the Chinese competitions (CCGC, SAU): 10x10
    Ccgc,
    /// codingame.com: 8x8, random starts
    Codingame,
    /// Go's text protocol as Quarry speaks it
    Gtp,
    /// Many positions at once, an object of JSON a line
    Analysis,
}

/// How long a platform lets a player think about its first move and about the others.
fn platform_limits(protocol: Protocol) -> (Limits, Limits) {
    let millis = |first, other| {
        (Limits::time(Duration::from_millis(first)), Limits::time(Duration::from_millis(other)))
    };
    match protocol {
        // They allow 2 s and 1 s; a process has to start and to be heard.
        Protocol::Botzone => millis(1_800, 900),
        // They allow 1 s and 100 ms.
        Protocol::Codingame => millis(900, 85),
        Protocol::Gtp => millis(5_000, 5_000),
        Protocol::Ugi | Protocol::Ccgc | Protocol::Analysis => (Limits::NONE, Limits::NONE),
    }
}

/// What is used of the 15 minutes that competitions give for a game.
const GAME_TIME: Duration = Duration::from_secs(870);

/// Mebibytes that a player takes on platforms that give a bot little memory.
const SMALL_HASH: usize = 128;

/// The player as it fits a platform, unless its memory was set.
fn within_memory(protocol: Protocol, mut contender: Contender) -> anyhow::Result<Contender> {
    if let (Protocol::Botzone | Protocol::Codingame, Contender::Player(spec)) = (protocol, &mut contender)
        && spec.hash().is_some_and(|hash| hash > SMALL_HASH)
        && !spec.is_set("hash")
    {
        spec.set("hash", &SMALL_HASH.to_string())?;
    }
    Ok(contender)
}

/// Whether nobody reads our standard output any more.
#[cfg(unix)]
fn is_output_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdout = io::stdout();
    let mut files = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut files, Some(&at_once)).is_ok() && files[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Whether nobody reads our standard output any more: not known here before something is written.
#[cfg(not(unix))]
fn is_output_closed() -> bool {
    false
}

impl Engine {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.check()?;
        let warning = self.network.choose()?;
        let contender = within_memory(self.protocol, self.agent.parse().context("--agent")?)?;
        let player = self.player(contender.clone());
        let (input, output) = (io::BufReader::new(io::stdin()), io::stdout());
        let version = env!("CARGO_PKG_VERSION");
        match self.protocol {
            Protocol::Ugi => {
                let name = format!("Otrera {version} ({contender})");
                let host =
                    ugi::UgiHost::new(contender, name, env!("CARGO_PKG_AUTHORS")).with_bench(bench::lines);
                let host = if player.other.is_none() { host } else { host.with_default_limits(player.other) };
                host.with_seed(self.seed).with_warning(warning).serve(input, output)?;
            }
            Protocol::Botzone => {
                let mode = if self.keep_running {
                    botzone::ProcessMode::PerGame
                } else {
                    botzone::ProcessMode::PerTurn
                };
                botzone::serve(&player, mode, input, output)?;
            }
            Protocol::Ccgc => {
                let pondering = if self.no_ponder { ccgc::Pondering::Off } else { ccgc::Pondering::On };
                let options = ccgc::CcgcOptions { time: self.game_time.unwrap_or(GAME_TIME), pondering };
                ccgc::serve(&player, "otrera", &options, input, output)?;
            }
            Protocol::Codingame => codingame::serve(&player, input, output)?,
            Protocol::Gtp => gtp::serve(&player, version, input, output)?,
            Protocol::Analysis => {
                let cores = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
                let host = analysis::AnalysisHost {
                    contender,
                    seed: self.seed,
                    default_limits: (!player.other.is_none()).then_some(player.other),
                    workers: self
                        .workers
                        .and_then(|workers| NonZero::new(usize::from(workers)))
                        .unwrap_or_else(cores),
                    version: version.to_owned(),
                    is_output_closed,
                };
                host.serve(input, output)?;
            }
        }
        Ok(())
    }

    /// Refuses what another protocol would need.
    fn check(&self) -> anyhow::Result<()> {
        let wants = |flag: &str, is_given: bool, protocols: &[Protocol]| {
            if is_given && !protocols.contains(&self.protocol) {
                let names: Vec<String> =
                    protocols.iter().map(|it| format!("{it:?}").to_lowercase()).collect();
                bail!("{flag} is only for --protocol {}", names.join(" or "));
            }
            Ok(())
        };
        wants("--first-time", self.first_time.is_some(), &[Protocol::Botzone, Protocol::Codingame])?;
        wants("--game-time", self.game_time.is_some(), &[Protocol::Ccgc])?;
        wants("--no-ponder", self.no_ponder, &[Protocol::Ccgc])?;
        wants("--keep-running", self.keep_running, &[Protocol::Botzone])?;
        wants("--workers", self.workers.is_some(), &[Protocol::Analysis])
    }

    /// The player with the limits of the platform, where no others are given.
    fn player(&self, contender: Contender) -> HostedPlayer {
        let (first, other) = platform_limits(self.protocol);
        let limits = |default: Limits| contender.limits_or(self.limits.given(), default);
        let (first, other) = (limits(first), limits(other));
        let first = self.first_time.map_or(first, Limits::time);
        HostedPlayer { contender, seed: self.seed, given: self.limits.given(), first, other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_with_little_memory_get_a_small_player() {
        let fitted =
            |protocol, agent: &str| within_memory(protocol, agent.parse().unwrap()).unwrap().to_string();
        for protocol in [Protocol::Botzone, Protocol::Codingame] {
            assert_eq!(fitted(protocol, "otrera"), "otrera:hash=128");
            assert_eq!(fitted(protocol, "otrera:hash=32"), "otrera:hash=32");
            assert_eq!(fitted(protocol, "otrera:hash=256"), "otrera:hash=256", "who says so gets it");
            assert_eq!(fitted(protocol, "deepening"), "deepening", "16 is less");
            assert_eq!(fitted(protocol, "mgpeo"), "mgpeo");
        }
        assert_eq!(fitted(Protocol::Ccgc, "otrera"), "otrera");
    }
}
