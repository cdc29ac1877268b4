// Positions and shots, remembered: the page asks once for each, and not at all for what the socket brought.

import { api } from "./client";
import type { Position, Shots } from "./types";

const KEPT = 400;

/** The newest answers by their questions. */
class Answers<Answer> {
  readonly #known = new Map<string, Promise<Answer>>();

  /** An answer from memory, or from the server. A failed question is asked again the next time. */
  get(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(question);
    if (known) return known;
    const answer = ask();
    this.keep(question, answer);
    answer.catch(() => this.#known.delete(question));
    return answer;
  }

  keep(question: string, answer: Promise<Answer>): void {
    this.#known.delete(question);
    this.#known.set(question, answer);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
  }
}

const positions = new Answers<Position>();
const shots = new Answers<Shots>();

/** The position of a FEN, or the one to which some moves lead from there. */
export function positionOf(fen: string, moves: string[] = []): Promise<Position> {
  return positions.get([fen, ...moves].join("|"), async () => {
    const position = await api.position(moves.length > 0 ? { fen, moves } : { fen });
    learn(position);
    return position;
  });
}

/** Remembers a position that the server has sent. */
export function learn(position: Position): void {
  positions.keep(position.fen, Promise.resolve(position));
}

/** The shots of one amazon, for positions that do not list those of all. */
export function shotsOf(fen: string, from: string): Promise<Shots> {
  return shots.get(`${fen}|${from}`, () => api.shots(fen, from));
}
