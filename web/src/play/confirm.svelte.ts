// A move that waits for a second press before it is played: for fingers on small boards.

export class Confirmation {
  /** The move that is asked about; null where there is none. */
  move = $state<string | null>(null);
  #answer: ((isYes: boolean) => void) | null = null;

  /** Asks whether a move is meant. */
  ask(move: string): Promise<boolean> {
    this.answer(false);
    this.move = move;
    return new Promise((settle) => (this.#answer = settle));
  }

  answer(isYes: boolean): void {
    this.#answer?.(isYes);
    this.#answer = null;
    this.move = null;
  }
}
