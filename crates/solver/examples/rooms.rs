//! scratch
use amazons::*;
use solver::*;
use std::time::Instant;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut seen = std::collections::HashMap::new();
    let (mut n, mut t, mut hist) = (0, 0.0, vec![0; 8]);
    for line in text.lines() {
        let fen = line.split_once(' ').unwrap().1;
        let p: Position<Board10x10> = Position::from_setup(&Setup::from_fen(fen).unwrap()).unwrap();
        let mut solver = Solver::<Board10x10>::new(4 << 20);
        if !is_separated(&p) {
            continue;
        }
        let start = Instant::now();
        let c = Color::BOTH.map(|c| solver.count(&p, c).unwrap());
        let e = start.elapsed().as_secs_f64();
        n += 1;
        t += e;
        hist[(((e * 1e6).log10().max(0.0)) as usize).min(7)] += 1;
        let inexact = c.iter().any(|c| c.exact().is_none());
        if e > 0.01 || inexact {
            if seen.insert(format!("{:?}", c), ()).is_none() {
                println!("{:.1} ms {c:?}\n{}", e * 1e3, p.to_setup().to_diagram(notation::Glyphs::Ascii));
            }
        }
    }
    println!("{n} positions, {:.1} us mean; by decades of us {hist:?}", t / n as f64 * 1e6);
}
