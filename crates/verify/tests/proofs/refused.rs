//! False and damaged certificates. Every one must be refused.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use verify::Certificate;

use crate::naive::{Naive, file, squares};
use crate::{check, complaint};

const FEN: &str = "q1q/3/3/Q1Q w - - 0 1";

/// A certificate without positions that it does not need: none can be taken away.
fn needed_keys(fen: &str, winning_move: Option<&str>, keys: &[u64]) -> BTreeSet<u64> {
    let mut keys: BTreeSet<u64> = keys.iter().copied().collect();
    // A position may have been needed only by one that was taken away after it.
    loop {
        let before = keys.len();
        for key in keys.clone() {
            keys.remove(&key);
            if check(&file(fen, winning_move, &keys)).is_err() {
                keys.insert(key);
            }
        }
        if keys.len() == before {
            return keys;
        }
    }
}

fn smallest() -> (Option<String>, BTreeSet<u64>) {
    static SMALLEST: OnceLock<(Option<String>, BTreeSet<u64>)> = OnceLock::new();
    SMALLEST.get_or_init(find_smallest).clone()
}

fn find_smallest() -> (Option<String>, BTreeSet<u64>) {
    let all = Naive::new(3, 4).file(FEN);
    let Certificate { winning_move, keys, .. } = Certificate::read(&*all).unwrap();
    let keys = needed_keys(FEN, winning_move.as_deref(), &keys);
    assert!(keys.len() > 20, "{} keys", keys.len());
    (winning_move, keys)
}

#[test]
fn without_any_of_its_positions() {
    let (winning_move, keys) = smallest();
    check(&file(FEN, winning_move.as_deref(), &keys)).unwrap();
    for key in &keys {
        let rest = keys.iter().copied().filter(|other| other != key).collect();
        assert!(complaint(&file(FEN, winning_move.as_deref(), &rest)).starts_with("not proven: "));
    }
}

#[test]
fn with_any_bit_flipped_or_cut_off_anywhere() {
    let (winning_move, keys) = smallest();
    let good = file(FEN, winning_move.as_deref(), &keys);
    // The counters of the FEN mean nothing here, but they must be numbers.
    let counters = FEN.find(" - - ").unwrap() + 5..FEN.len();
    let start = good.windows(FEN.len()).position(|text| text == FEN.as_bytes()).unwrap();
    for at in 0..good.len() {
        check(&good[..at]).expect_err("cut off");
        for bit in 0..8 {
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            let is_counter = at >= start
                && counters.contains(&(at - start))
                && [good[at], bad[at]].iter().all(u8::is_ascii_digit);
            assert_eq!(check(&bad).is_ok(), is_counter, "byte {at}, bit {bit}");
        }
    }
    let mut long = good;
    long.push(0);
    assert!(complaint(&long).ends_with("expected the end"), "{}", complaint(&long));
}

/// The same with a checksum that is right.
#[test]
fn with_any_bit_of_a_key_flipped() {
    let (winning_move, keys) = smallest();
    for key in &keys {
        for bit in 0..25 {
            let mut bad = keys.clone();
            bad.remove(key);
            if bad.insert(key ^ 1 << bit) {
                complaint(&file(FEN, winning_move.as_deref(), &bad));
            }
        }
    }
}

#[test]
fn with_a_false_claim() {
    let (winning_move, keys) = smallest();
    let other = if winning_move.is_some() { None } else { Some("a1-a2/a1") };
    assert!(complaint(&file(FEN, other, &keys)).starts_with("not proven: the claim rests on "));
    let mut naive = Naive::new(3, 4);
    let (mut good, mut bad) = (0, 0);
    for (mv, child) in naive.children(&squares(FEN)) {
        let is_good = !naive.wins(&child);
        let name = naive.move_name(mv);
        let mut all = keys.clone();
        if is_good {
            naive.add_proof(&child, &mut all);
        }
        assert_eq!(check(&file(FEN, Some(&name), &all)).is_ok(), is_good, "{name}");
        *(if is_good { &mut good } else { &mut bad }) += 1;
    }
    assert!(good > 0 && bad > 0, "{good} good moves, {bad} bad ones");
    for name in ["a1-a1/a1", "a1-a4/a1", "", "b1-b2/b1", "A1-a2/a1", "a1-a2"] {
        assert!(complaint(&file(FEN, Some(name), &keys)).ends_with("is no legal move"));
    }
}

/// Each position that is won, as a claim that it is lost.
#[test]
fn with_a_position_that_is_won() {
    let (winning_move, keys) = smallest();
    let mut naive = Naive::new(3, 4);
    let mut tried = 0;
    for (_, child) in naive.children(&squares(FEN)) {
        for (_, position) in naive.children(&child) {
            let mut bad = keys.clone();
            if naive.wins(&position) && bad.insert(naive.canonical(&position)) {
                tried += 1;
                let text = complaint(&file(FEN, winning_move.as_deref(), &bad));
                assert!(
                    text.contains(" no proven reply to ") && text.starts_with("not proven: position "),
                    "{text}"
                );
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

/// The complaint about the body `bytes` with a header that promises `count` positions.
fn of_body(count: u64, bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let head = format!(
        "otrera-proof 1\n{{\"fen\":\"{FEN}\",\"result\":\"loss\",\"positions\":{count},\"checksum\":\"{hash:016x}\"}}\n"
    );
    complaint(&[head.as_bytes(), bytes].concat())
}

#[test]
fn with_bytes_that_are_no_positions() {
    let cut_off = "position 1 of 1, byte 0 after line 2: expected a whole number in LEB128";
    assert_eq!(of_body(1, &[]), cut_off);
    let long = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
    for bytes in [&[0x80][..], &[0x80, 0], &[0x85, 0], &[0xff; 11], &long] {
        assert!(of_body(1, bytes).ends_with("expected a whole number in LEB128"), "{bytes:?}");
    }
    assert!(
        of_body(1, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]).ends_with("than the board")
    );
    let other_amazons =
        "position 1 of 1, byte 1 after line 2: its amazons are not as many as those of the FEN";
    assert_eq!(of_body(1, &[0]), other_amazons);
    assert!(of_body(1, &[4]).ends_with("a symmetric position has a lower key"));
    // A whole board of empty squares.
    assert!(
        of_body(1, &[0xff, 0xff, 0xff, 7])
            .ends_with("it has more empty squares than the position of the FEN")
    );
    let (_, keys) = smallest();
    let first = keys.into_iter().next().unwrap();
    let good = file(FEN, None, &[first].into());
    let mut body = good.split(|&byte| byte == b'\n').skip(2).collect::<Vec<_>>().join(&b'\n');
    body.push(0);
    assert!(of_body(2, &body).ends_with("its key is not above the one before"));
    body.pop();
    body.extend([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
    assert!(of_body(2, &body).ends_with("its key is not above the one before"));
    assert!(of_body(u64::MAX, &[]).contains("there is no memory for so many positions"));
}

#[test]
fn with_another_header() {
    let good = String::from_utf8(file("Q1*q w", Some("a1-b1/a1"), &BTreeSet::new())).unwrap();
    check(good.as_bytes()).unwrap();
    for (from, to) in [
        ("proof 1", "proof 2"),
        ("proof 1\n", "proof 1\r\n"),
        ("{\"fen", " {\"fen"),
        ("win", "won"),
        ("win", "loss"),
        (",\"move\":\"a1-b1/a1\"", ""),
        ("positions\":0", "positions\":00"),
        ("positions\":0", "positions\":+0"),
        ("positions\":0", "positions\":-0"),
        ("positions\":0", "positions\":99999999999999999999999"),
        ("cbf29ce484222325", "CBF29CE484222325"),
        ("cbf29ce484222325", "0cbf29ce484222325"),
        ("cbf29ce484222325", "cbf29ce484222326"),
        ("\"}", "\",\"more\":1}"),
        ("Q1*q", "Q1*x"),
        ("Q1*q w", "Q1*q w - - 0 1 k2:"),
        ("}\n", "}"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        let text = complaint(bad.as_bytes());
        assert!(text.starts_with("line 1: expected ") || text.starts_with("line 2: "), "{text}");
    }
    assert!(complaint(&[b'x'; 100_000]).len() < 1_000);
    assert!(complaint(b"").starts_with("line 1: expected \"otrera-proof 1\", found"));
}

/// The first fault is told, whatever the threads do.
#[test]
fn with_the_same_words_every_time() {
    let fen = "1qq1/q2q/Q2Q/1QQ1 w - - 0 1";
    let all = Naive::new(4, 4).file(fen);
    let Certificate { winning_move, keys, .. } = Certificate::read(&*all).unwrap();
    // Half of the positions are gone, so that many are not in order.
    let half: BTreeSet<u64> = keys.iter().copied().step_by(2).chain([keys[keys.len() - 1]]).collect();
    let bad = file(fen, winning_move.as_deref(), &half);
    let certificate = Certificate::read(&*bad).unwrap();
    let texts: BTreeSet<String> = [1, 2, 3, 8, 1, 4, 8]
        .map(|threads| certificate.check(threads.try_into().unwrap(), |_| ()).unwrap_err().to_string())
        .into();
    assert_eq!(texts.len(), 1, "{texts:?}");
}
