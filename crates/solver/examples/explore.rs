//! scratch
use amazons::*;
use solver::*;
use std::collections::BTreeMap;
use std::time::Instant;
use thought::*;
fn main() {
    let nodes: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let verbose = std::env::args().nth(3).is_some();
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut solver = Solver::<Board10x10>::new(64 << 20);
    let mut games: BTreeMap<u32, Vec<Position<Board10x10>>> = BTreeMap::new();
    for line in text.lines() {
        let (g, fen) = line.split_once(' ').unwrap();
        games
            .entry(g.parse().unwrap())
            .or_default()
            .push(Position::from_setup(&Setup::from_fen(fen).unwrap()).unwrap());
    }
    let (mut sep, mut area_sep, mut sepwin, mut sepexact) = (0, 0, 0, 0);
    let (mut qwin, mut qexact) = (0, 0);
    let mut len = 0;
    let (mut fs, mut fb, mut fsolve, mut fexact) = (0, 0, 0, 0);
    let mut t_sep = 0.0;
    let mut n_all = 0;
    let mut t_b = 0.0;
    let mut t_s = 0.0;
    let mut tn = 0;
    let mut worst: f64 = 0.0;
    for (g, ps) in &games {
        len += ps.len();
        let (mut a, mut b, mut c, mut d) = (None, None, None, None);
        for (i, p) in ps.iter().enumerate() {
            n_all += 1;
            let t = Instant::now();
            let s = is_separated(p);
            t_sep += t.elapsed().as_secs_f64();
            if s && a.is_none() {
                a = Some(i);
            }
            let t = Instant::now();
            let bounds = solver.bounds(p).unwrap();
            t_b += t.elapsed().as_secs_f64();
            if bounds.is_win().is_some() && b.is_none() {
                b = Some(i);
            }
            if s {
                sep += 1;
                qwin += bounds.is_win().is_some() as u32;
                qexact += bounds.exact().is_some() as u32;
                if p.areas().all(|r| r.kind() != RegionKind::Active) {
                    area_sep += 1;
                }
            }
            if i > 30 || s {
                let t = Instant::now();
                let mut budget = Budget::new(&Limits::nodes(nodes), &Control::new(), 10);
                let sol = solver.solve(p, &mut budget).unwrap();
                let e = t.elapsed().as_secs_f64();
                t_s += e;
                tn += budget.nodes();
                worst = worst.max(e);
                if e > 0.1 {
                    println!(
                        "slow {:.0} ms {} nodes sep {s} {:?} {p:?}",
                        e * 1e3,
                        budget.nodes(),
                        sol.verdict
                    );
                }
                let v = sol.verdict.bounds();
                if v.is_win().is_some() && c.is_none() {
                    c = Some(i);
                }
                if v.exact().is_some() && d.is_none() {
                    d = Some(i);
                }
                if s {
                    sepwin += v.is_win().is_some() as u32;
                    sepexact += v.exact().is_some() as u32;
                    if verbose && v.exact().is_none() {
                        println!("game {g} ply {i} {v:?} {:.1} ms {:?}", e * 1e3, p);
                        for a in
                            solver.areas(p, &mut Budget::new(&Limits::nodes(1), &Control::new(), 10)).unwrap()
                        {
                            if !a.empty.is_empty() {
                                println!("   {:?} {} {:?} {:?}", a.kind, a.empty.count(), a.plies, a.margins);
                            }
                        }
                    }
                }
            }
        }
        fs += a.unwrap_or(ps.len());
        fb += b.unwrap_or(ps.len());
        fsolve += c.unwrap_or(ps.len());
        fexact += d.unwrap_or(ps.len());
    }
    let n = games.len() as f64;
    println!(
        "games {n} mean length {:.1}; first separated {:.1}, decided by bounds {:.1}, by solve {:.1}, exact {:.1}",
        len as f64 / n,
        fs as f64 / n,
        fb as f64 / n,
        fsolve as f64 / n,
        fexact as f64 / n
    );
    println!(
        "separated {sep} (areas {area_sep}): bounds decide {qwin} exact {qexact}; solve decides {sepwin} exact {sepexact}"
    );
    println!(
        "separated test {:.0} ns, bounds {:.2} us, solve {:.1} ms mean, worst {:.1} ms, {:.0} nodes/s",
        t_sep / n_all as f64 * 1e9,
        t_b / n_all as f64 * 1e6,
        t_s / n_all as f64 * 1e3,
        worst * 1e3,
        tn as f64 / t_s
    );
}
