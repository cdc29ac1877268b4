#!/usr/bin/env python3
"""What scipy says about the statistics of matches; writes a problem file that Otrera's must agree with.

Nothing here comes from Otrera. Wilson, Mann-Whitney, Shapiro-Wilk and the beta distribution are scipy's own functions.
The likelihoods of pairs and of tournaments are written down from their definitions and handed to scipy's optimizers and
root finders, in other unknowns than Otrera's: there, closed forms and Newton's method do it.
README.md tells the format and how to make the file again.
"""
import argparse
import math
import platform

import numpy as np
import scipy
from scipy import optimize, special, stats

ELO = 400 / math.log(10)
CHI2 = stats.chi2.ppf(0.95, 1)


def join(values):
    return " ".join(repr(float(value)) if isinstance(value, float) else str(value) for value in values)


def line(kind, *fields):
    return " | ".join([kind, *(join(field) for field in fields)])


# One sample, two samples, shares

def wilson(rng):
    for games in [1, 2, 3, 10, 100, 2000, 1000000] + [int(rng.integers(1, 5000)) for _ in range(30)]:
        for wins in sorted({0, games, int(rng.integers(0, games + 1))}):
            ci = stats.binomtest(wins, games).proportion_ci(0.95, method="wilson")
            yield line("wilson", [wins, games], [float(ci.low), float(ci.high)])


def superiority(rng):
    for size in [1, 2, 5, 30, 300, 3000]:
        for _ in range(5):
            won, lost = (int(rng.integers(0, size + 1)) for _ in range(2))
            yield line("superiority", [won, lost], [float(stats.beta.sf(0.5, won + 1, lost + 1))])


def mann_whitney(rng):
    for case in range(48):
        sizes = rng.integers(1, 40, 2)
        shift = float(rng.choice([0, 0.5, 2]))
        samples = [rng.normal(shift * which, 1, size) for which, size in enumerate(sizes)]
        if case % 3 == 0:
            samples = [np.round(sample, 4) for sample in samples]
        elif case % 3 == 1:
            samples = [np.round(sample) for sample in samples]  # many ties
        else:
            samples = [np.round(2 * sample) * 10 for sample in samples]
        if case == 4:
            samples = [np.ones(5), np.ones(7)]
        if case == 6:
            samples = [np.arange(300.0), np.arange(300.0) + 1000]  # far out in the tail
        first, second = ([float(x) for x in sample] for sample in samples)
        found = stats.mannwhitneyu(first, second, use_continuity=True, alternative="two-sided", method="asymptotic")
        yield line("mann_whitney", first, second, [float(found.statistic), float(found.pvalue)])


def shapiro(rng):
    sizes = [*range(3, 16), 20, 35, 50, 51, 100, 300, 1000, 5000]
    for size in sizes:
        kinds = ["normal", "exponential", "uniform", "rounds"] if size < 1000 else ["normal"]
        for kind in kinds:
            sample = {
                "normal": lambda: rng.normal(0, 100, size),
                "exponential": lambda: rng.exponential(100, size),
                "uniform": lambda: rng.uniform(0, 100, size),
                "rounds": lambda: rng.integers(36, 48, size),
            }[kind]()
            sample = [float(x) for x in np.round(sample, 2 if size < 1000 else 0)]
            if max(sample) == min(sample):
                continue
            found = stats.shapiro(sample)
            yield line("shapiro_wilk", sample, [float(found.statistic), float(found.pvalue)])


# Pairs: lost both, split, won both

def log_likelihood(counts, probabilities):
    return float(sum(special.xlogy(count, max(p, 0.0)) for count, p in zip(counts, probabilities) if count))


def best(function, low, high):
    """The maximum of a function of one unknown that has one: a fine grid, then Brent's method around its best point."""
    grid = np.linspace(low, high, 2001)
    values = [function(x) for x in grid]
    at = int(np.argmax(values))
    around = grid[max(at - 1, 0)], grid[min(at + 1, len(grid) - 1)]
    if around[0] == around[1]:
        return values[at]
    found = optimize.minimize_scalar(lambda x: -function(x), bounds=around, method="bounded",
                                     options={"xatol": 1e-14, "maxiter": 500})
    return max(values[at], -float(found.fun))


def under_score(counts, score):
    """Unknown: the chance of a split pair."""
    def value(split):
        return log_likelihood(counts, (1 - score - split / 2, split, score - split / 2))
    return best(value, 0.0, 2 * min(score, 1 - score))


def under_deviations(counts, t):
    """The mean is 1/2 plus t standard deviations of a pair. Unknown: the mean itself, or at t = 0 the decided pairs."""
    if t == 0:
        return best(lambda decided: log_likelihood(counts, (decided / 2, 1 - decided, decided / 2)), 0.0, 1.0)

    def value(mean):
        variance = ((mean - 0.5) / t) ** 2
        won = (variance + mean * mean - mean / 2) * 2  # from E x = w + d/2 and E x^2 = w + d/4
        split = 2 * (mean - won)
        lost = 1 - won - split
        if min(won, split, lost) < -1e-12:
            return -math.inf
        return log_likelihood(counts, (lost, split, won))
    # lost >= 0 bounds the mean nearest to 1/2 (lean^2 decided pairs), split >= 0 farthest from it (all decided).
    lean = t / math.sqrt(1 + t * t)
    ends = sorted((0.5 + lean * abs(lean) / 2, 0.5 + lean / 2))
    return best(value, *ends)


def to_score(elo):
    return float(special.expit(elo / ELO))


def deviations(normalized_elo):
    return math.sqrt(2) * normalized_elo / (2 * ELO)


def tallies(rng, size):
    edges = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 40), (0, 40, 0), (40, 0, 0), (0, 3, 37), (3, 0, 37), (37, 3, 0),
             (10, 20, 12), (1, 1, 1), (0, 1, 1), (1, 0, 1), (2, 900, 3)]
    for tally in edges:
        yield tally
    for _ in range(size):
        pairs = int(10 ** rng.uniform(0.5, 4.5))
        yield tuple(int(x) for x in rng.multinomial(pairs, rng.dirichlet([3, 5, 3])))


def llr(rng):
    hypotheses = [(0, 20), (-10, 10), (0, 5), (-20, 0), (5, 40)]
    for index, counts in enumerate(tallies(rng, 46)):
        elo0, elo1 = hypotheses[index % len(hypotheses)]
        logistic = under_score(counts, to_score(elo1)) - under_score(counts, to_score(elo0))
        normalized = under_deviations(counts, deviations(elo1)) - under_deviations(counts, deviations(elo0))
        yield line("llr", [*counts, elo0, elo1], [logistic, normalized])


def elo(rng):
    for counts in tallies(rng, 26):
        lost, split, won = counts
        pairs = sum(counts)
        floor = log_likelihood(counts, [count / pairs for count in counts]) - CHI2 / 2
        score = (won + split / 2) / pairs
        variance = (lost * score ** 2 + split * (0.5 - score) ** 2 + won * (1 - score) ** 2) / pairs

        def ends(likelihood, transform, at):
            """Where the profile meets the floor, on the Elo scale; infinite where all was won or lost."""
            found = []
            for side, is_infinite in ((-1, won == split == 0), (1, lost == split == 0)):
                if is_infinite:
                    found.append(side * math.inf)
                    continue
                def above(x):
                    return likelihood(counts, transform(x)) - floor
                start = at if math.isfinite(at) else -side * 0.0
                reach = start + side
                while above(reach) > 0:
                    reach += side * 2 * (abs(reach - start))
                found.append(float(optimize.brentq(above, *sorted((start, reach)), xtol=1e-10))
                             if above(start) > 0 else from_infinite(above, side))
            return found

        def from_infinite(above, side):
            """The most likely Elo is infinite on the other side: come from there."""
            return float(optimize.brentq(above, *sorted((0.0, -side * 6000.0)), xtol=1e-10))

        likely = -math.inf if score == 0 else math.inf if score == 1 else float(special.logit(score)) * ELO
        if variance > 0:
            normalized = (score - 0.5) / math.sqrt(2 * variance) * 2 * ELO
        else:
            normalized = 0.0 if score == 0.5 else math.copysign(math.inf, score - 0.5)
        logistic_ends = ends(under_score, to_score, likely)
        normalized_ends = ends(under_deviations, deviations, normalized)
        yield line("elo", counts, [likely, *logistic_ends], [normalized, *normalized_ends])


# Tournaments

def is_connected(wins):
    reach = np.linalg.matrix_power(np.eye(len(wins)) + (wins > 0), len(wins)) > 0
    return bool(reach.all())


def bradley_terry(rng):
    for case in range(40):
        players = int(rng.integers(2, 9))
        strength = rng.normal(0, 1.5, players)
        wins = np.zeros((players, players), dtype=int)
        for a in range(players):
            for b in range(a):
                games = int(rng.integers(0, 12)) if case % 2 else int(rng.integers(2, 60))
                won = int(rng.binomial(games, special.expit(strength[a] - strength[b])))
                wins[a, b], wins[b, a] = won, games - won
        prior = float([1.0, 0.0, 2.5][case % 3])
        if prior == 0 and not is_connected(wins):
            prior = 1.0
        anchor = "mean" if case % 2 else int(rng.integers(0, players))

        def cost(x):
            leads = x[:, None] - x[None, :]
            virtual = prior / 2 * (special.log_expit(x) + special.log_expit(-x))
            return -float((wins * special.log_expit(leads)).sum() + virtual.sum())

        def slope(x):
            chance = special.expit(x[:, None] - x[None, :])
            return -((wins * (1 - chance)).sum(1) - (wins * (1 - chance)).sum(0)
                     + prior * (0.5 - special.expit(x)))

        fit = optimize.minimize(cost, np.zeros(players), jac=slope, method="BFGS", options={"gtol": 1e-9})
        fit = optimize.root(slope, fit.x, method="lm", options={"xtol": 1e-14, "ftol": 1e-14})
        x = fit.x
        chance = special.expit(x[:, None] - x[None, :])
        weight = (wins + wins.T) * chance * (1 - chance)
        own = prior * special.expit(x) * special.expit(-x)
        covariance = np.linalg.pinv(np.diag(weight.sum(1) + own) - weight, rcond=1e-10)
        pick = np.eye(players) - (np.ones((players, players)) / players if anchor == "mean"
                                  else np.eye(players)[anchor][None, :])
        elos = pick @ x * ELO
        errors = np.sqrt(np.clip(np.diag(pick @ covariance @ pick.T), 0, None)) * ELO
        yield line("bradley_terry", [players, prior, anchor], [int(w) for w in wins.flatten()],
                   [float(e) for e in elos], [float(e) for e in errors])


KINDS = [wilson, superiority, mann_whitney, shapiro, llr, elo, bradley_terry]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    with open(arguments.out, "w", encoding="ascii") as out:
        print(f"# What scipy {scipy.__version__} (numpy {np.__version__}, Python {platform.python_version()}) says about the statistics of", file=out)
        print("# matches; made, not to be edited, by", file=out)
        print(f"#   oracle.py --seed {arguments.seed} --out {arguments.out}", file=out)
        print("# README.md tells the format.", file=out)
        for number, kind in enumerate(KINDS):
            for text in kind(np.random.default_rng([arguments.seed, number])):
                print(text, file=out)


if __name__ == "__main__":
    main()
