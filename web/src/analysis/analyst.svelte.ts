// The engine that looks at what the board shows: one for each session, shared by the bar, the lines and the graph.

import { live, type Frame } from "../api/live.svelte";
import type { AnalysisReport } from "../api/study";
import type { GameSession } from "../play/session.svelte";
import { settings } from "../shell/settings.svelte";
import { Memory, OFF, asked, bestValue, heard, refused, type LiveAnalysis } from "./live";

let questions = 0;

export class Analyst {
  state = $state.raw<LiveAnalysis>(OFF);
  /** In a game that a person is playing the engine is silent until it is asked for, each time. */
  allowed = $state(false);

  readonly #memory = new Memory();
  readonly #session: GameSession;

  constructor(session: GameSession) {
    this.#session = session;
  }

  /** Whether a person is playing here, so that the engine keeps its thoughts to itself. */
  get silent(): boolean {
    const { document, isLive } = this.#session;
    const people = document?.white.kind === "human" || document?.black.kind === "human";
    return isLive && people && !this.allowed;
  }

  get isOn(): boolean {
    return settings.engine && !this.silent;
  }

  /** The running report, if it is about the position that the board shows. */
  get report(): AnalysisReport | null {
    return this.isOn && this.state.fen === this.#session.node?.fen ? this.state.report : null;
  }

  /** The best that is known of the position on the board. */
  get value() {
    if (this.silent) return null;
    return bestValue(this.report, this.#session.node?.evaluation ?? null);
  }

  /** Thinks about what the board shows until the returned function is called; for an effect. */
  follow(): () => void {
    const stopListening = live.listen((frame) => this.#hear(frame));
    const stopOpening = live.onOpen(() => this.#ask());
    $effect(() => {
      // Asked anew for every position, every number of lines, and when the engine is switched on or off.
      void [this.isOn, this.#session.node?.fen, settings.lines];
      this.#ask();
    });
    return () => {
      stopListening();
      stopOpening();
      this.#stop();
    };
  }

  #ask(): void {
    const node = this.#session.node;
    if (!this.isOn || !node) return this.#stop();
    const id = `analysis-${++questions}`;
    const place = this.#session.id > 0 ? { game: this.#session.id, node: node.id } : {};
    this.state = asked(id, node.fen, this.#memory.recall(node.fen));
    live.send({ type: "analyse", id, fen: node.fen, lines: settings.lines, ...place });
  }

  #stop(): void {
    if (this.state.id !== null) live.send({ type: "stop", id: this.state.id });
    this.state = OFF;
  }

  #hear(frame: Frame): void {
    if (frame.type === "refused") this.state = refused(this.state, frame.id, frame.error);
    if (frame.type !== "analysis") return;
    const report = frame as unknown as AnalysisReport;
    this.state = heard(this.state, report);
    if (report.id === this.state.id && this.state.fen) this.#memory.keep(this.state.fen, report);
  }
}

const analysts = new WeakMap<GameSession, Analyst>();

/** The analyst of a session. */
export function analystOf(session: GameSession): Analyst {
  let analyst = analysts.get(session);
  if (!analyst) analysts.set(session, (analyst = new Analyst(session)));
  return analyst;
}
