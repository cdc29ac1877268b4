use amazons::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let n: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let p = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
    let t = Instant::now();
    match &*name {
        "perft" => println!("{}", perft::perft(&p, n)),
        "plain" => println!("{}", perft::perft_plain(&p, n)),
        _ => {
            let d = match &*name {
                "uniform" => Draw::Uniform,
                "steps" => Draw::Steps,
                _ => Draw::Amazons,
            };
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut plies = 0u64;
            let mut w = 0;
            let mut sq = 0u64;
            for _ in 0..n {
                let o = p.play_out(d, &mut rng);
                plies += o.plies as u64;
                sq += (o.plies as u64).pow(2);
                w += (o.winner == Color::White) as u32;
            }
            let m = plies as f64 / n as f64;
            println!("{} {} mean {} sd {}", plies, w, m, (sq as f64 / n as f64 - m * m).sqrt());
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!("{s:.3} s, {:.0}/s", n as f64 / s);
}
