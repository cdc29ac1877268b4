// When the board shows what came: an answer waits until the move before it has been drawn, so that nothing is animated
// over a move of one's own.

/** How long a whole move is drawn: the step, the flight of the arrow, its landing (`board/animate.ts`). */
export const DRAWN_MS = 460;

/** What the board shows of a game. */
export interface Picture<Shown> {
  shown: Shown;
  /** The ply of the game as played that it shows; null elsewhere in the tree. */
  ply: number | null;
  /** Whether it is the newest of the game, and a person made the move that led there. */
  isOwn: boolean;
  /** Whether its parts belong together: position, last move and ages may come one after the other. */
  isWhole: boolean;
}

/** Holds a picture back while the one before it is being drawn. */
export class Held<Shown> {
  #kept: Picture<Shown> | null = null;
  #until = 0;
  readonly #release: (after: number) => void;

  /** `release` is called with the milliseconds after which to ask again. */
  constructor(release: (after: number) => void) {
    this.#release = release;
  }

  /** What to show now, given what is there. */
  at(now: number, next: Picture<Shown>): Picture<Shown> {
    const kept = this.#kept;
    if (kept && !next.isWhole) return kept;
    const isAnswer = kept !== null && kept.isOwn && kept.ply !== null && next.ply === kept.ply + 1;
    if (isAnswer && now < this.#until) {
      this.#release(this.#until - now);
      return kept;
    }
    if (kept?.ply !== next.ply) this.#until = now + DRAWN_MS;
    this.#kept = next;
    return next;
  }
}
