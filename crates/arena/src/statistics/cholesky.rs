//! Square systems of equations with a symmetric positive definite matrix, as the ratings need them. Small ones: a
//! tournament has tens of players.

/// The lower triangle `l` of a matrix `l l^T`, row by row.
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a symmetric matrix, given row by row; none when it is not positive definite.
    pub(super) fn new(matrix: &[f64], size: usize) -> Option<Self> {
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let done: f64 = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]).sum();
                let left = matrix[row * size + column] - done;
                lower[row * size + column] = if row == column {
                    // Rounding alone may leave a little of a zero: a part in 10^12 of the diagonal is nothing.
                    if left <= 1e-12 * matrix[row * size + row] {
                        return None;
                    }
                    left.sqrt()
                } else {
                    left / lower[column * size + column]
                };
            }
        }
        Some(Self { size, lower })
    }

    /// Solves `matrix x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.size;
        let mut x = right.to_vec();
        for row in 0..size {
            let done: f64 = (0..row).map(|k| self.lower[row * size + k] * x[k]).sum();
            x[row] = (x[row] - done) / self.lower[row * size + row];
        }
        for row in (0..size).rev() {
            let done: f64 = (row + 1..size).map(|k| self.lower[k * size + row] * x[k]).sum();
            x[row] = (x[row] - done) / self.lower[row * size + row];
        }
        x
    }
}
