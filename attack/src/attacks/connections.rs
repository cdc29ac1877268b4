//! Connections that are opened and not used.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::web::{Client, socket};

/// Connections without a byte, and with half a request: more than a server keeps.
const SILENT: usize = 3000;
const SLOW: usize = 2200;

/// A reader who waits longer than this has gone away.
const PATIENCE: Duration = Duration::from_secs(2);

/// More connections than a server keeps, without a byte, and as many that speak HTTP/2.
pub(crate) async fn silent(address: String) -> Result<String> {
    let mut open = Vec::new();
    for number in 0..SILENT {
        let Ok(Ok(mut stream)) = tokio::time::timeout(PATIENCE, TcpStream::connect(&address)).await else {
            break;
        };
        if number % 2 == 1 {
            let _ = stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
        }
        open.push(stream);
    }
    ensure!(open.len() == SILENT, "only {} of {SILENT} connections could be made", open.len());
    let words = readers(&address).await?;
    Ok(format!("{SILENT} connections; {words}"))
}

/// Connections that send a letter of their request each half second.
pub(crate) async fn slow(address: String) -> Result<String> {
    let request = format!(
        "POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{{"
    );
    let mut drops = Vec::new();
    for number in 0..SLOW {
        let Ok(Ok(mut stream)) = tokio::time::timeout(PATIENCE, TcpStream::connect(&address)).await else {
            break;
        };
        // Half of them in the headers, half in the body.
        let begun = if number % 2 == 0 { 20 } else { request.len() };
        let (begin, rest) = (request.as_bytes()[..begun].to_vec(), request.as_bytes()[begun..].to_vec());
        drops.push(tokio::spawn(async move {
            let _ = stream.write_all(&begin).await;
            for byte in rest.iter().chain(std::iter::repeat_n(&b' ', 30)) {
                tokio::time::sleep(Duration::from_millis(500)).await;
                if stream.write_all(&[*byte]).await.is_err() {
                    break;
                }
            }
        }));
    }
    ensure!(drops.len() == SLOW, "only {} of {SLOW} connections could be made", drops.len());
    let words = readers(&address).await;
    drops.iter().for_each(tokio::task::JoinHandle::abort);
    Ok(format!("{SLOW} connections; {}", words?))
}

/// As many sockets as a server takes.
pub(crate) async fn sockets(address: String) -> Result<String> {
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..1200 {
        match tokio::time::timeout(PATIENCE, socket(&address, "sockets")).await {
            Ok(Ok(socket)) => open.push(socket),
            Ok(Err(_)) | Err(_) => refused += 1,
        }
    }
    ensure!(!open.is_empty() && refused > 0, "{} sockets were taken and {refused} refused", open.len());
    let words = readers(&address).await?;
    Ok(format!("{} sockets, {refused} refused; {words}", open.len()))
}

/// Twenty readers come, one after another, each with a connection of its own.
async fn readers(address: &str) -> Result<String> {
    let (mut served, mut worst) = (0, Duration::ZERO);
    for _ in 0..20 {
        let began = Instant::now();
        let read = async { Client::connect(address, "reader").await?.get("/api/version").await };
        if matches!(tokio::time::timeout(PATIENCE, read).await, Ok(Ok(_))) {
            served += 1;
            worst = worst.max(began.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    ensure!(served == 20, "only {served} of 20 readers were served within {} s", PATIENCE.as_secs());
    Ok(format!("20 of 20 readers served, the slowest after {} ms", worst.as_millis()))
}
