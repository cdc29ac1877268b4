//! Attacks on a server that breaks its promises: each has to be seen.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpListener;

use super::*;
use crate::attacks::ALL;
use crate::promises::Memory;

/// What a server does wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    /// It forgets the last ply of every game.
    Loses,
    /// It acknowledges a move after three tenths of a second.
    Waits,
    /// It refuses every third move, and every import.
    Refuses,
}

/// A server that answers the person who plays, and nothing else.
async fn serve(fault: Fault) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let plies = Arc::new(AtomicU64::new(0));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(BufStream::new(stream), fault, Arc::clone(&plies)));
        }
    });
    address
}

async fn answer(mut stream: BufStream<tokio::net::TcpStream>, fault: Fault, plies: Arc<AtomicU64>) {
    loop {
        let (mut first, mut length) = (String::new(), 0);
        if stream.read_line(&mut first).await.unwrap_or(0) == 0 {
            return;
        }
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.unwrap();
            if let Some(number) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = number.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        stream.read_exact(&mut vec![0; length]).await.unwrap();
        let (mut status, mut body) = ("200 OK", "{\"id\": 1}".to_owned());
        if first.contains("/moves") {
            let ply = plies.fetch_add(1, Ordering::Relaxed) + 1;
            match fault {
                Fault::Waits => tokio::time::sleep(Duration::from_millis(300)).await,
                Fault::Refuses if ply.is_multiple_of(3) => {
                    plies.fetch_sub(3, Ordering::Relaxed);
                    (status, body) = ("503 Service Unavailable", "{}".to_owned());
                }
                _ => {}
            }
        } else if first.contains("/import") && fault == Fault::Refuses {
            (status, body) = ("503 Service Unavailable", "{\"error\": \"the request timed out\"}".to_owned());
        } else if first.starts_with("GET") {
            let there = plies.load(Ordering::Relaxed).saturating_sub(u64::from(fault == Fault::Loses));
            body = format!("{{\"lastPly\": {there}}}");
        } else {
            plies.store(0, Ordering::Relaxed);
        }
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        if stream.write_all(answer.as_bytes()).await.is_err() || stream.flush().await.is_err() {
            return;
        }
    }
}

/// The promises that a server with a fault breaks, and the measurement.
async fn broken(fault: Fault) -> (Vec<String>, Measured) {
    let address = serve(fault).await;
    let (mut measured, found) =
        beside(&address, |_| Box::pin(async { Ok("nothing".to_owned()) })).await.unwrap();
    assert_eq!(found.unwrap(), "nothing");
    measured.memory = Some(0);
    (measured.broken(Memory::Fixed(1), 0, "0"), measured)
}

#[tokio::test]
async fn a_server_that_loses_a_ply_is_seen() {
    let (broken, measured) = broken(Fault::Loses).await;
    assert!(measured.lost > 0 && broken.iter().any(|words| words.contains("plies were lost")), "{broken:?}");
}

#[tokio::test]
async fn a_server_that_acknowledges_late_is_seen() {
    let (broken, measured) = broken(Fault::Waits).await;
    assert_eq!((measured.lost, measured.refused), (0, 0));
    assert!(broken.iter().any(|words| words.contains("at most 200 ms are promised")), "{broken:?}");
}

#[tokio::test]
async fn a_server_that_refuses_moves_is_seen() {
    let (broken, _) = broken(Fault::Refuses).await;
    assert!(broken.iter().any(|words| words.contains("refused or not answered")), "{broken:?}");
}

#[tokio::test]
async fn an_import_that_times_out_is_a_failure_and_so_is_one_without_games() {
    for (fault, words) in
        [(Fault::Refuses, "503: the request timed out"), (Fault::None, "0 games were stored")]
    {
        let attack = ALL.iter().find(|attack| attack.name == "import of a tangled file").unwrap();
        let Kind::Beside { make, .. } = attack.kind else { panic!("it needs a server") };
        let error = make(serve(fault).await).await.unwrap_err();
        assert!(format!("{error:#}").contains(words), "{error:#}");
    }
}

#[tokio::test]
async fn a_server_without_a_fault_breaks_no_promise_but_time() {
    let (_, measured) = broken(Fault::None).await;
    // How long it took is up to the machine.
    let measured = Measured { worst: Duration::ZERO, ..measured };
    assert_eq!(measured.broken(Memory::Fixed(1), 0, "0"), Vec::<String>::new());
}

#[test]
fn an_attack_that_hangs_is_ended_and_has_failed() {
    let attack = Attack {
        name: "one that hangs",
        limit: Duration::from_millis(30),
        kind: Kind::Alone(|_| Box::pin(std::future::pending())),
    };
    let outcome = within_time(&attack, Path::new("no such program"), 64).unwrap();
    assert_eq!(outcome.failures(), ["one that hangs: it did not end within 0.03 s, and was ended"]);
}

#[test]
fn an_attack_that_cannot_be_made_has_failed() {
    let attack = Attack {
        name: "one without a server",
        limit: Duration::from_secs(60),
        kind: Kind::Beside { make: |_| Box::pin(async { Ok(String::new()) }), memory: Memory::Fixed(1) },
    };
    let outcome = within_time(&attack, Path::new("no such program"), 64).unwrap();
    assert!(outcome.failures()[0].contains("the server does not start"), "{outcome:?}");
}

#[test]
fn plies_that_an_attack_without_a_witness_finds_lost_are_a_failure() {
    let attack = Attack {
        name: "one that loses",
        limit: Duration::from_secs(60),
        kind: Kind::Alone(|_| {
            Box::pin(async { Ok(Found { plies: 5, lost: 2, words: "killed".to_owned() }) })
        }),
    };
    let outcome = within_time(&attack, Path::new("no such program"), 64).unwrap();
    assert_eq!(outcome.failures(), ["one that loses: 2 of 5 acknowledged plies were lost, none may be"]);
}
