//! How long the rules take. Every answer is checked while it is timed. `cargo bench -p amazons --bench rules`.

use std::hint::black_box;

use amazons::perft::{perft, perft_plain};
use amazons::{Board10x10, Draw, Position, Setup, Start};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn start() -> Position<Board10x10> {
    Position::from_setup(&Start::STANDARD.setup()).expect("the standard start is playable")
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for (name, draw) in [("steps", Draw::Steps), ("amazons", Draw::Amazons), ("uniform", Draw::Uniform)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = start();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let playout = black_box(start).play_out(draw, &mut rng);
                assert!((20..=92).contains(&playout.plies));
                playout
            });
        });
    }
    group.finish();
}

fn perfts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    group.bench_function("2, every move played", |bencher| {
        bencher.iter(|| assert_eq!(perft_plain(&black_box(start()), 2), 4_307_152));
    });
    group.bench_function("2", |bencher| {
        bencher.iter(|| assert_eq!(perft(&black_box(start()), 2), 4_307_152));
    });
    group.bench_function("3", |bencher| {
        bencher.iter(|| assert_eq!(perft(&black_box(start()), 3), 8_350_439_170));
    });
    group.finish();
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("position");
    group.bench_function("count_moves", |bencher| {
        bencher.iter(|| assert_eq!(black_box(start()).count_moves(), 2176));
    });
    group.bench_function("list moves", |bencher| {
        bencher.iter(|| assert_eq!(black_box(start()).legal_moves().count(), 2176));
    });
    group.bench_function("canonical", |bencher| {
        bencher.iter(|| black_box(start()).canonical());
    });
    let fen = Start::STANDARD.setup().to_fen();
    group.bench_function("read a FEN", |bencher| {
        bencher.iter(|| Setup::from_fen(black_box(&fen)).expect("a good FEN"));
    });
    group.finish();
}

criterion_group!(benches, playouts, perfts, counting);
criterion_main!(benches);
