//! Whatever happens to the process, the disk and the file.

use std::path::PathBuf;
use std::time::Duration;

use amazons::{AnyPosition, Start};
use anyhow::{Context, Result, bail, ensure};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use tokio::process::Command;

use super::Found;
use crate::target::{SERVE, Target};
use crate::web::Client;

/// Plays in a game until it is refused or enough; gives the number of plies that were acknowledged.
async fn play(client: &mut Client, id: i64, most: usize, pause: Duration) -> usize {
    let mut position = AnyPosition::from_setup(&Start::STANDARD.setup()).expect("the start is a position");
    for ply in 1..=most {
        let Some(&mv) = position.legal_moves().get(ply * 7 % 50) else { return ply - 1 };
        let body = json!({"ply": ply, "move": mv.to_string()});
        if client.post(&format!("/api/games/{id}/moves"), &body).await.is_err() {
            return ply - 1;
        }
        position = position.play(mv).expect("the server took it");
        tokio::time::sleep(pause).await;
    }
    most
}

async fn stored(client: &mut Client, id: i64) -> Result<usize> {
    Ok(client.get(&format!("/api/games/{id}")).await?["lastPly"].as_u64().context("no plies")? as usize)
}

/// Fifty people play; the server is killed, three times.
pub(crate) async fn kill(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("games.sqlite");
    let (mut plies, mut lost) = (0, 0);
    for round in 0..3 {
        let mut target = Target::on_store(&binary, &store).await?;
        let mut players = Vec::new();
        for _ in 0..50 {
            let mut client = Client::connect(&target.address, "player").await?;
            let id = client.new_game("", "", 0).await?;
            let pause = Duration::from_millis(30);
            players.push((id, tokio::spawn(async move { play(&mut client, id, 40, pause).await })));
        }
        tokio::time::sleep(Duration::from_millis(700 + round * 150)).await;
        target.process.kill().await?;
        let target = Target::on_store(&binary, &store).await.context("it does not start after the kill")?;
        let mut client = Client::connect(&target.address, "auditor").await?;
        for (id, player) in players {
            let acknowledged = player.await?;
            plies += acknowledged;
            lost += acknowledged.saturating_sub(stored(&mut client, id).await?);
        }
    }
    ensure!(plies > 0, "no ply was acknowledged before the kill");
    Ok(Found { plies, lost, words: "killed three times under fifty players".to_owned() })
}

/// The file may not grow beyond a size: what cannot be written is refused, what was acknowledged is there.
pub(crate) async fn full(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("games.sqlite");
    drop(Target::on_store(&binary, &store).await?);
    let mut command = Command::new("bash");
    // A process that goes beyond the size gets an error instead of a signal.
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 700; exec \"$0\" \"$@\""])
        .arg(&binary)
        .args(SERVE)
        .arg(&store);
    let mut target = Target::spawn(command).await?;
    let mut client = Client::connect(&target.address, "player").await?;
    let mut games = Vec::new();
    let mut is_refused = false;
    for _ in 0..200 {
        let Ok(id) = client.new_game("", "", 0).await else {
            is_refused = true;
            break;
        };
        let acknowledged = play(&mut client, id, 10, Duration::ZERO).await;
        games.push((id, acknowledged));
        if acknowledged < 10 {
            is_refused = true;
            break;
        }
    }
    ensure!(is_refused, "the disk was never full");
    ensure!(target.is_running(), "the server died of a full disk");
    client.get("/api/games?limit=5").await.context("games cannot be read on a full disk")?;
    target.process.kill().await?;
    let target = Target::on_store(&binary, &store).await?;
    let mut client = Client::connect(&target.address, "auditor").await?;
    let (mut plies, mut lost) = (0, 0);
    for (id, acknowledged) in games {
        plies += acknowledged;
        lost += acknowledged.saturating_sub(stored(&mut client, id).await?);
    }
    ensure!(plies > 0, "no ply was acknowledged before the disk was full");
    Ok(Found { plies, lost, words: "refused when full, readable all the time".to_owned() })
}

/// The folder of the store is on a disk that cannot be written.
pub(crate) async fn read_only(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("games.sqlite");
    terminate(&mut Target::on_store(&binary, &store).await?).await?;
    let mount = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && shift && exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", mount, "sh"]).arg(folder.path()).arg(&binary);
    let said = command.args(SERVE).arg(&store).kill_on_drop(true).output();
    let Ok(said) = tokio::time::timeout(Duration::from_secs(10), said).await else {
        bail!("it serves from a disk on which it can write nothing");
    };
    let output = said.context("not made: this system has no unshare")?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    ensure!(output.status.code() != Some(101) && !said.contains("panicked"), "a panic: {said}");
    let last = said.lines().last().unwrap_or_default().replace(&*folder.path().to_string_lossy(), "FOLDER");
    ensure!(!output.status.success(), "it ended as if all were well");
    // What mounts the disk may have failed instead.
    ensure!(
        last.starts_with("otrera: cannot open the store"),
        "not made: {last} (it needs the right to make user namespaces)"
    );
    Ok(Found { plies: 0, lost: 0, words: format!("refused at the start: {last}") })
}

/// A hundred and fifty files with bytes changed, cut out or off: words, no panic, and what is left can be read.
pub(crate) async fn tampered(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let (store, changed) = (folder.path().join("games.sqlite"), folder.path().join("changed.sqlite"));
    let mut target = Target::on_store(&binary, &store).await?;
    let mut client = Client::connect(&target.address, "player").await?;
    for _ in 0..20 {
        let id = client.new_game("", "", 0).await?;
        play(&mut client, id, 20, Duration::ZERO).await;
    }
    drop(client);
    terminate(&mut target).await?;
    let whole = std::fs::read(&store)?;
    let (mut read, mut refused) = (0, 0);
    for seed in 0..150 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut bytes = whole.clone();
        match seed % 3 {
            0 => (0..20).for_each(|_| {
                let at = rng.random_range(0..bytes.len());
                bytes[at] = rng.random();
            }),
            1 => bytes.truncate(rng.random_range(0..whole.len())),
            _ => {
                let at = rng.random_range(0..bytes.len() - 4096);
                bytes[at..at + 4096].fill(rng.random());
            }
        }
        std::fs::write(&changed, bytes)?;
        for name in ["changed.sqlite-wal", "changed.sqlite-shm"] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
        let output = folder.path().join("out.jsonl");
        let mut command = Command::new(&binary);
        command.args(["games", "--store"]).arg(&changed).args(["export", "--force"]).arg(&output);
        command.kill_on_drop(true);
        let said =
            tokio::time::timeout(Duration::from_secs(30), command.output()).await.context("it hangs")??;
        let words = String::from_utf8_lossy(&said.stderr);
        ensure!(
            said.status.code().is_some_and(|code| code != 101),
            "seed {seed}: a panic or a signal: {words}"
        );
        ensure!(said.status.success() || !words.trim().is_empty(), "seed {seed}: refused without a word");
        if said.status.success() { read += 1 } else { refused += 1 }
    }
    ensure!(
        read > 0 && refused > 0,
        "{read} files were read and {refused} refused: some of both are expected"
    );
    Ok(Found {
        plies: 0,
        lost: 0,
        words: format!("of 150 files {read} were read, {refused} refused with words"),
    })
}

/// Two servers on one file: both play in the same games and take back.
pub(crate) async fn two(binary: PathBuf) -> Result<Found> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("games.sqlite");
    let (one, other) = (Target::on_store(&binary, &store).await?, Target::on_store(&binary, &store).await?);
    let mut host = Client::connect(&one.address, "host").await?;
    let (mut plies, mut lost, mut refused) = (0, 0, 0);
    for round in 0..10_u64 {
        let id = host.new_game("", "", 0).await?;
        let mut sides = Vec::new();
        for (address, seed) in [(&one.address, round * 2), (&other.address, round * 2 + 1)] {
            let mut client = Client::connect(address, "player").await?;
            sides.push(tokio::spawn(async move {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let (mut balance, mut refused) = (0_i64, 0);
                for _ in 0..40 {
                    let game = client.get(&format!("/api/games/{id}")).await?;
                    let plies = game["lastPly"].as_u64().context("no plies")?;
                    let taken_back = rng.random_bool(0.3) && plies > 0;
                    let asked = if taken_back {
                        client.post(&format!("/api/games/{id}/takeback"), &json!({})).await
                    } else {
                        let node = game["nodes"]
                            .as_array()
                            .and_then(|all| all.iter().find(|node| node["id"] == plies));
                        let fen = node.and_then(|node| node["fen"].as_str()).context("no position")?;
                        let setup =
                            amazons::Setup::from_fen(fen).map_err(|error| anyhow::anyhow!("{error}"))?;
                        let position =
                            AnyPosition::from_setup(&setup).map_err(|error| anyhow::anyhow!("{error}"))?;
                        let moves = position.legal_moves();
                        let mv = moves[rng.random_range(0..moves.len())].to_string();
                        client
                            .post(&format!("/api/games/{id}/moves"), &json!({"ply": plies + 1, "move": mv}))
                            .await
                    };
                    match asked {
                        Ok(_) => balance += if taken_back { -1 } else { 1 },
                        Err(_) => refused += 1,
                    }
                }
                anyhow::Ok((balance, refused))
            }));
        }
        let mut balance = 0;
        for side in sides {
            let (own, own_refused) = side.await??;
            (balance, refused) = (balance + own, refused + own_refused);
        }
        // Every acknowledged move that was not taken back is there: a takeback of a race would have removed another's.
        let there = stored(&mut host, id).await? as i64;
        plies += balance.max(0) as usize;
        lost += (balance - there).unsigned_abs() as usize;
    }
    ensure!(plies > 0 && refused > 0, "{plies} plies and {refused} refusals: the two did not race");
    Ok(Found {
        plies,
        lost,
        words: format!("ten games by two servers, {refused} requests refused as out of date"),
    })
}

/// Ends a server as Ctrl-C does, so that its file is whole.
async fn terminate(target: &mut Target) -> Result<()> {
    let id = target.process.id().context("the server is gone")?;
    Command::new("kill").args(["-TERM", &id.to_string()]).status().await?;
    tokio::time::timeout(Duration::from_secs(10), target.process.wait())
        .await
        .context("it does not end")??;
    Ok(())
}
