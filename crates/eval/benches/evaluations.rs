//! How long the evaluations take. `cargo bench -p eval`.

use std::hint::black_box;

use amazons::{Board10x10, Position, Setup, Start};
use criterion::{Criterion, criterion_group, criterion_main};
use eval::{Eval, Evaluation};

/// A middle game.
const MIDDLE: &str = "2*q*5/2Q**5/2**q****1/1**1*1Q1*1/*4*4/1**2***2/3Q3*2/1*5Q1*/3q2q3/*6*2 w - - 26 14";

fn evaluations(criterion: &mut Criterion) {
    for (place, fen) in [("start", Start::STANDARD.setup().to_fen()), ("middle", MIDDLE.to_owned())] {
        let setup = Setup::from_fen(&fen).expect("a good FEN");
        let position = Position::<Board10x10>::from_setup(&setup).expect("a playable position");
        let mut group = criterion.benchmark_group(place);
        for named in Eval::ALL {
            group.bench_function(named.name, |bencher| {
                bencher.iter(|| black_box(&named.eval).value(black_box(&position)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
