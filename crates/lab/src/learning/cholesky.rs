//! Solves systems of equations whose matrix is symmetric and positive definite.
//!
//! Own code, because nothing else here needs linear algebra: the few lines below are the textbook's (Golub and Van Loan,
//! Matrix Computations, 4.2), and the matrix of 570 rows takes a tenth of a second.

/// The lower triangle of a symmetric matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Triangle {
    size: usize,
    cells: Vec<f64>,
}

/// A matrix that is not positive definite: the row where that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NotPositive(pub(super) usize);

impl Triangle {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * (size + 1) / 2] }
    }

    /// The cells of a row up to the diagonal.
    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        let begin = row * (row + 1) / 2;
        &mut self.cells[begin..=begin + row]
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[f64] {
        let begin = row * (row + 1) / 2;
        &self.cells[begin..=begin + row]
    }

    /// Adds to a cell, wherever of its two places it is named by.
    #[inline]
    pub(super) fn add(&mut self, one: usize, other: usize, value: f64) {
        self.row_mut(one.max(other))[one.min(other)] += value;
    }

    /// The vector that the matrix turns into the given one.
    pub(super) fn solve(mut self, mut vector: Vec<f64>) -> Result<Vec<f64>, NotPositive> {
        assert_eq!(vector.len(), self.size, "as many numbers as rows");
        self.factorize()?;
        for row in 0..self.size {
            let cells = self.row(row);
            let known: f64 = dot(&cells[..row], &vector[..row]);
            vector[row] = (vector[row] - known) / cells[row];
        }
        // The transposed factor, row by row from below.
        for row in (0..self.size).rev() {
            let cells = self.row(row);
            vector[row] /= cells[row];
            let value = vector[row];
            vector[..row].iter_mut().zip(cells).for_each(|(left, cell)| *left -= value * cell);
        }
        Ok(vector)
    }

    /// Replaces the matrix by the lower triangle whose product with its transpose it is.
    fn factorize(&mut self) -> Result<(), NotPositive> {
        for row in 0..self.size {
            let (done, rest) = self.cells.split_at_mut(row * (row + 1) / 2);
            let cells = &mut rest[..=row];
            for column in 0..row {
                let begin = column * (column + 1) / 2;
                let other = &done[begin..=begin + column];
                cells[column] = (cells[column] - dot(&cells[..column], &other[..column])) / other[column];
            }
            let square = cells[row] - dot(&cells[..row], &cells[..row]);
            // What is no number is not positive either.
            let is_positive = square > 0.0;
            if !is_positive {
                return Err(NotPositive(row));
            }
            cells[row] = square.sqrt();
        }
        Ok(())
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_system_is_solved() {
        // The matrix of the textbook's example, (4 12 -16; 12 37 -43; -16 -43 98), whose factor is (2; 6 1; -8 5 3).
        let mut matrix = Triangle::zero(3);
        for (one, other, value) in
            [(0, 0, 4.0), (0, 1, 12.0), (1, 1, 37.0), (2, 0, -16.0), (1, 2, -43.0), (2, 2, 98.0)]
        {
            matrix.add(one, other, value);
        }
        let mut factor = matrix.clone();
        factor.factorize().unwrap();
        assert_eq!(factor.cells, [2.0, 6.0, 1.0, -8.0, 5.0, 3.0]);
        // (1, 2, 3) makes (-20, -43, 192).
        let solved = matrix.solve(vec![-20.0, -43.0, 192.0]).unwrap();
        assert!(solved.iter().zip([1.0, 2.0, 3.0]).all(|(got, right)| (got - right).abs() < 1e-9));
    }

    #[test]
    fn what_has_no_root_is_refused() {
        let mut matrix = Triangle::zero(2);
        [(0, 0, 1.0), (0, 1, 2.0), (1, 1, 4.0)].into_iter().for_each(|(one, other, value)| {
            matrix.add(one, other, value);
        });
        assert_eq!(matrix.clone().solve(vec![1.0, 1.0]), Err(NotPositive(1)));
        matrix.add(0, 0, f64::NAN);
        assert_eq!(matrix.solve(vec![1.0, 1.0]), Err(NotPositive(0)));
    }
}
