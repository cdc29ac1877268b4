//! Certificates: read with suspicion, checked, and written.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use thiserror::Error;

use crate::board::{Board, Position};
use crate::rule::Rule;

const FIRST_LINE: &str = "otrera-proof 1";
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Why a certificate proves nothing.
#[derive(Debug, Error)]
pub enum Fault {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// The file is damaged, or one of its claims does not follow from the others: where and what, in words.
    #[error("{0}")]
    Refused(String),
}

/// A certificate that was read, not yet checked.
#[derive(Debug)]
pub struct Certificate {
    /// The position that it is about, as the file has it.
    pub fen: String,
    /// The move that wins; `None` if the side to move loses.
    pub winning_move: Option<String>,
    /// Canonical keys of positions whose side to move is said to lose, ascending.
    pub keys: Vec<u64>,
    /// The board.
    pub board: Board,
    position: Position,
    /// Where the keys begin whose bits above the lowest `shift` are this index.
    starts: Vec<usize>,
    shift: u32,
}

impl Certificate {
    /// Reads a certificate. Fails if the file is damaged; whether it proves its claim is [`check`](Self::check)'s to say.
    pub fn read(mut reader: impl BufRead) -> Result<Self, Fault> {
        let (first, line) = (read_line(&mut reader)?, read_line(&mut reader)?);
        if first != FIRST_LINE {
            return Err(Fault::Refused(format!("line 1: expected {FIRST_LINE:?}, found {first:?}")));
        }
        let in_line_2 = |what: &str| Fault::Refused(format!("line 2: {what}, found {line:?}"));
        let header = "expected fen, result, move of a win, positions, checksum";
        let (fen, winning_move, count, checksum) = read_header(&line).ok_or_else(|| in_line_2(header))?;
        let small = "expected a FEN without delay, of at most 32 squares";
        let (board, position) = Position::from_fen(fen).ok_or_else(|| in_line_2(small))?;
        let mut keys = Vec::new();
        keys.try_reserve_exact(count).map_err(|_| in_line_2("there is no memory for so many positions"))?;
        let read = Cell::new((0_u64, FNV_OFFSET));
        let add = |&byte: &u8| read.set((read.get().0 + 1, fnv(read.get().1, byte)));
        let mut bytes = reader.bytes().map(|byte| byte.inspect(add));
        for number in 1..=count {
            let difference = read_number(&mut bytes)?.ok_or("expected a whole number in LEB128");
            let key = difference.and_then(|difference| next_key(keys.last(), difference, &board, &position));
            keys.push(key.map_err(|what| {
                let byte = read.get().0;
                Fault::Refused(format!("position {number} of {count}, byte {byte} after line 2: {what}"))
            })?);
        }
        let (byte, found) = read.get();
        if found != checksum {
            return Err(in_line_2(&format!("the positions have the checksum {found:016x}")));
        }
        if bytes.next().is_some() {
            return Err(Fault::Refused(format!("byte {} after line 2: expected the end", byte + 1)));
        }
        // On average four keys a start. At least one bit is used: a shift by all 64 would overflow.
        let bits = (count.max(8).ilog2() - 2).min(2 * board.size);
        let shift = 2 * board.size - bits;
        let starts = (0..=1 << bits).map(|start| keys.partition_point(|key| key >> shift < start)).collect();
        let (fen, winning_move) = (fen.to_owned(), winning_move.map(str::to_owned));
        Ok(Self { fen, winning_move, keys, board, position, starts, shift })
    }

    /// Checks the claim and all positions on some threads; `progress` gets the number of each position that is done. Fails if
    /// something is not proven, with the claim, or else with the first position of the file that is not in order.
    pub fn check(&self, threads: NonZero<usize>, progress: impl Fn(usize) + Sync) -> Result<(), Fault> {
        self.check_claim()?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut rule = Rule::new(&self.board);
            loop {
                let at = next.fetch_add(1, Relaxed);
                let position =
                    Position::from_key(*self.keys.get(at)?, &self.board).expect("a key that was read");
                if let Some(mv) = self.unanswered(&mut rule, &position) {
                    // The threads end. They have taken all positions before this one, so the first fault is found.
                    next.store(self.keys.len(), Relaxed);
                    let (number, fen, mv) = (at + 1, position.to_fen(&self.board), self.board.move_name(mv));
                    let what = format!("not proven: position {number}, {fen}: no proven reply to {mv}");
                    return Some((number, what));
                }
                progress(at + 1);
            }
        };
        let fault = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().expect("a check does not panic")).min()
        });
        fault.map_or(Ok(()), |(_, what)| Err(Fault::Refused(what)))
    }

    /// Checks that the claim of the file follows from those of its positions.
    fn check_claim(&self) -> Result<(), Fault> {
        let mut lost = self.position;
        if let Some(name) = &self.winning_move {
            let found = lost.children(&self.board).find(|(mv, _)| self.board.move_name(*mv) == *name);
            lost = found.ok_or_else(|| Fault::Refused(format!("line 2: {name:?} is no legal move")))?.1;
        }
        if self.is_lost(&mut Rule::new(&self.board), &lost) {
            return Ok(());
        }
        let fen = lost.to_fen(&self.board);
        Err(Fault::Refused(format!("not proven: the claim rests on {fen}, which is not proven to be lost")))
    }

    /// A move after which the opponent is not known to win; none if the position is in order.
    fn unanswered(&self, rule: &mut Rule<'_>, position: &Position) -> Option<[u32; 3]> {
        if rule.mover_loses(position) {
            return None;
        }
        let mut is_won = |child: &Position| {
            rule.mover_wins(child) || child.children(&self.board).any(|(_, reply)| self.is_lost(rule, &reply))
        };
        position.children(&self.board).find(|(_, child)| !is_won(child)).map(|(mv, _)| mv)
    }

    /// Whether the side to move of a position of the board loses by the rule, or by a claim of the certificate.
    pub fn is_lost(&self, rule: &mut Rule<'_>, position: &Position) -> bool {
        rule.mover_loses(position) || {
            let key = position.canonical(&self.board);
            let start = (key >> self.shift) as usize;
            self.keys[self.starts[start]..self.starts[start + 1]].binary_search(&key).is_ok()
        }
    }
}

/// Writes a certificate, of a win if there is a move that wins. The keys must ascend.
pub fn write(mut writer: impl Write, fen: &str, winning_move: Option<&str>, keys: &[u64]) -> io::Result<()> {
    let before = std::iter::once(&0).chain(keys);
    let mut bytes = before.zip(keys).flat_map(|(last, key)| leb128(key - last));
    let (count, checksum) = (keys.len(), bytes.clone().fold(FNV_OFFSET, fnv));
    let result = winning_move.map_or("loss\"".to_owned(), |mv| format!("win\",\"move\":\"{mv}\""));
    writeln!(writer, "{FIRST_LINE}")?;
    writeln!(
        writer,
        r#"{{"fen":"{fen}","result":"{result},"positions":{count},"checksum":"{checksum:016x}"}}"#
    )?;
    bytes.try_for_each(|byte| writer.write_all(&[byte]))
}

fn leb128(number: u64) -> impl Iterator<Item = u8> + Clone {
    let last = number.max(1).ilog2() / 7;
    (0..=last).map(move |byte| (number >> (7 * byte)) as u8 & 0x7f | if byte < last { 0x80 } else { 0 })
}

/// The next number in LEB128; `None` if it is cut off, has more than 64 bits, or could be shorter.
fn read_number(bytes: &mut impl Iterator<Item = io::Result<u8>>) -> io::Result<Option<u64>> {
    let mut number = 0;
    for (shift, byte) in (0..64).step_by(7).zip(bytes) {
        let byte = byte?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            let is_shortest = leb128(number).last() == Some(byte) && (byte > 0 || shift == 0);
            return Ok(is_shortest.then_some(number));
        }
    }
    Ok(None)
}

fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// A line without its end. One that is cut off gets dots, and so is none that is expected.
fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.take(400).read_until(b'\n', &mut line)?;
    let end = if line.pop_if(|byte| *byte == b'\n').is_some() { "" } else { "..." };
    Ok(String::from_utf8_lossy(&line).into_owned() + end)
}

/// The FEN, the winning move, the number of positions and the checksum.
fn read_header(line: &str) -> Option<(&str, Option<&str>, usize, u64)> {
    let (fen, rest) = line.strip_prefix(r#"{"fen":""#)?.split_once(r#"","result":""#)?;
    let (winning_move, rest) = match rest.strip_prefix(r#"win","move":""#) {
        Some(rest) => rest.split_once('"').map(|(mv, rest)| (Some(mv), rest))?,
        None => (None, rest.strip_prefix(r#"loss""#)?),
    };
    let (count, checksum) = rest.strip_prefix(r#","positions":"#)?.split_once(r#","checksum":""#)?;
    let (count, sum) = (count.parse().ok()?, u64::from_str_radix(checksum.strip_suffix(r#""}"#)?, 16).ok()?);
    // Signs, leading zeros and capital letters were read too.
    let is_as_written = rest == format!(r#","positions":{count},"checksum":"{sum:016x}"}}"#);
    is_as_written.then_some((fen, winning_move, count, sum))
}

/// The next key, if it can stand in a proof about `first`.
fn next_key(last: Option<&u64>, step: u64, board: &Board, first: &Position) -> Result<u64, &'static str> {
    let key = step.checked_add(*last.unwrap_or(&0)).filter(|key| last != Some(key));
    let key = key.ok_or("its key is not above the one before")?;
    let position = Position::from_key(key, board).ok_or("its key has more bits than the board")?;
    if position.canonical(board) != key {
        return Err("a symmetric position has a lower key");
    }
    let plies = first.empty.count_ones().checked_sub(position.empty.count_ones());
    let is_even = plies.ok_or("it has more empty squares than the position of the FEN")?.is_multiple_of(2);
    let [own, other] = [first.mover, first.opponent].map(u32::count_ones);
    let amazons = if is_even { [own, other] } else { [other, own] };
    let is_same = amazons == [position.mover, position.opponent].map(u32::count_ones);
    is_same.then_some(key).ok_or("its amazons are not as many as those of the FEN")
}
