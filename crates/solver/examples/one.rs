//! scratch
use amazons::*;
use solver::*;
use std::time::Instant;
use thought::*;
fn main() {
    for fen in std::env::args().skip(1) {
        let setup = Setup::from_fen(&fen).unwrap();
        let p = Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap();
        let mut solver = Solver::<Narrow>::new(256 << 20);
        let t = Instant::now();
        let mut budget = Budget::new(&Limits::time(std::time::Duration::from_secs(40)), &Control::new(), 100);
        println!("{:?}", solver.bounds(&p));
        let s = solver.solve(&p, &mut budget).unwrap();
        println!("{:?} {:?} {} nodes {:.2} s", s.verdict, s.mv, budget.nodes(), t.elapsed().as_secs_f64());
    }
}
