//! Linear systems with a symmetric positive definite matrix, for the ratings and the regression of the weights.
//!
//! G. H. Golub, C. F. Van Loan, "Matrix Computations", section 4.2. A matrix of 570 rows takes a tenth of a second.

/// A symmetric matrix: its lower triangle, row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct SymmetricMatrix {
    size: usize,
    cells: Vec<f64>,
}

/// The lower triangle `l` of a positive definite matrix `l l^T`.
#[derive(Clone, PartialEq, Debug)]
pub struct Cholesky(SymmetricMatrix);

impl SymmetricMatrix {
    /// A matrix of zeros.
    #[must_use]
    pub fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * (size + 1) / 2] }
    }

    /// The cells of a row up to the diagonal.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> &[f64] {
        let begin = row * (row + 1) / 2;
        &self.cells[begin..=begin + row]
    }

    /// The cells of a row up to the diagonal, to be changed.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        let begin = row * (row + 1) / 2;
        &mut self.cells[begin..=begin + row]
    }

    /// Adds to a cell and to its mirror image.
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.row_mut(row.max(column))[row.min(column)] += value;
    }

    /// The Cholesky factor; `None` where the matrix is not positive definite: a pivot is at most `tolerance` times the
    /// diagonal cell that it is left of, or no number.
    #[must_use]
    pub fn factorize(mut self, tolerance: f64) -> Option<Cholesky> {
        for row in 0..self.size {
            let (done, rest) = self.cells.split_at_mut(row * (row + 1) / 2);
            let cells = &mut rest[..=row];
            for column in 0..row {
                let begin = column * (column + 1) / 2;
                let other = &done[begin..=begin + column];
                cells[column] = (cells[column] - dot(&cells[..column], &other[..column])) / other[column];
            }
            let square = cells[row] - dot(&cells[..row], &cells[..row]);
            // False for NaN.
            let is_positive = square > tolerance * cells[row];
            if !is_positive {
                return None;
            }
            cells[row] = square.sqrt();
        }
        Some(Cholesky(self))
    }
}

impl Cholesky {
    /// Solves `matrix x = right`.
    ///
    /// # Panics
    /// When `right` has another size than the matrix.
    #[must_use]
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self(lower) = self;
        assert_eq!(right.len(), lower.size, "as many numbers as rows");
        let mut x = right.to_vec();
        for row in 0..lower.size {
            let cells = lower.row(row);
            let known = dot(&cells[..row], &x[..row]);
            x[row] = (x[row] - known) / cells[row];
        }
        for row in (0..lower.size).rev() {
            let cells = lower.row(row);
            x[row] /= cells[row];
            let value = x[row];
            x[..row].iter_mut().zip(cells).for_each(|(left, cell)| *left -= value * cell);
        }
        x
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(size: usize, cells: &[(usize, usize, f64)]) -> SymmetricMatrix {
        let mut matrix = SymmetricMatrix::zero(size);
        cells.iter().for_each(|&(row, column, value)| matrix.add(row, column, value));
        matrix
    }

    #[test]
    fn a_known_system_is_solved() {
        // The textbook's example (4 12 -16; 12 37 -43; -16 -43 98), whose factor is (2; 6 1; -8 5 3).
        let cells = [(0, 0, 4.0), (0, 1, 12.0), (1, 1, 37.0), (2, 0, -16.0), (1, 2, -43.0), (2, 2, 98.0)];
        let factor = matrix(3, &cells).factorize(0.0).unwrap();
        assert_eq!(factor.0.cells, [2.0, 6.0, 1.0, -8.0, 5.0, 3.0]);
        // The product of the matrix and (1, 2, 3) is (-20, -43, 192).
        let solved = factor.solve(&[-20.0, -43.0, 192.0]);
        assert!(solved.iter().zip([1.0, 2.0, 3.0]).all(|(got, right)| (got - right).abs() < 1e-9));
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        let singular = [(0, 0, 1.0), (0, 1, 2.0), (1, 1, 4.0)];
        assert_eq!(matrix(2, &singular).factorize(0.0), None);
        let nearly = [(0, 0, 1.0), (0, 1, 2.0), (1, 1, 4.000_001)];
        assert!(matrix(2, &nearly).factorize(0.0).is_some());
        assert_eq!(matrix(2, &nearly).factorize(1e-6), None);
        assert_eq!(matrix(1, &[(0, 0, f64::NAN)]).factorize(0.0), None);
    }
}
