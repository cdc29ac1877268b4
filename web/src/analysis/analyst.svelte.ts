// The engine that looks at what the board shows: one for each session, shared by the bar, the lines and the graph.

import { untrack } from "svelte";

import { wordsOf } from "../api/client";
import { live, type Frame } from "../api/live.svelte";
import { positionOf } from "../api/positions";
import { study, type AnalysisReport, type Overlays } from "../api/study";
import type { Position } from "../api/types";
import { NOTHING, type BoardDrawing, type DrawnMove } from "../board/drawing";
import { say } from "../shell/notices.svelte";
import { settings } from "../shell/settings.svelte";
import type { TreeSession } from "../tree/session.svelte";
import { tintsOf } from "./overlays";
import { squareValues } from "./squares";
import { Memory, OFF, asked, bestValue, heard, linesOf, queued, refused, type LiveAnalysis } from "./live";

let questions = 0;

export class Analyst {
  state = $state.raw<LiveAnalysis>(OFF);
  /** In a game that a person is playing the engine is silent until it is asked for, each time. */
  allowed = $state(false);

  /** The line that is pointed at, as far as it is pointed at: the board shows where it leads. */
  preview = $state.raw<{ moves: string[]; position: Position | null } | null>(null);
  /** What the server says of the position on the board, where an overlay needs it. */
  overlays = $state.raw<Overlays | null>(null);

  readonly #memory = new Memory();
  readonly #session: TreeSession;

  constructor(session: TreeSession) {
    this.#session = session;
  }

  /** Whether a person is playing here, so that the engine keeps its thoughts to itself. */
  get silent(): boolean {
    const { game } = this.#session;
    return game !== null && game.isLive && game.people > 0 && !this.allowed;
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
    return bestValue(this.report, settings.lines, this.#session.node?.evaluation ?? null);
  }

  /** Thinks about what the board shows until the returned function is called; for an effect. */
  follow(): () => void {
    const stopListening = live.listen((frame) => this.#hear(frame));
    // The effect below asks for what is shown now; a socket that comes back has to be asked again.
    let isBegun = false;
    const stopOpening = live.onOpen(() => isBegun && this.#ask());
    isBegun = true;
    $effect(() => {
      // Asked anew for every position, every number of lines, and when the engine is switched on or off.
      void [this.isOn, this.#session.node?.fen, settings.lines];
      // Not when anything else about the node changes: its evaluation is stored by the analysis itself.
      untrack(() => this.#ask());
    });
    $effect(() => this.#askOverlays());
    let drew = false;
    $effect(() => {
      const drawing = this.#drawing();
      if (drawing !== NOTHING || drew) this.#session.drawing = drawing;
      drew = drawing !== NOTHING;
    });
    return () => {
      stopListening();
      stopOpening();
      this.#stop();
      if (drew) this.#session.drawing = NOTHING;
    };
  }

  /** Shows on the board where a line leads, from the position on the board or from another. */
  show(moves: string[], fen = this.#session.node?.fen): void {
    if (!fen || this.silent) return;
    this.preview = { moves, position: null };
    positionOf(fen, moves).then(
      (position) => {
        if (this.preview?.moves === moves) this.preview = { moves, position };
      },
      // A line that cannot be followed is only not shown.
      () => {},
    );
  }

  /** Shows the position itself again. */
  hide(): void {
    this.preview = null;
  }

  #drawing(): BoardDrawing {
    if (this.preview) {
      const { moves, position } = this.preview;
      const drawn: DrawnMove[] = moves.slice(-1).map((move) => ({ move, kind: "line", label: String(moves.length) }));
      return { ...NOTHING, moves: drawn, ghost: position };
    }
    // Overlays that were switched on elsewhere would help in a game that a person plays.
    const on = new Set<string>(this.silent ? [] : settings.overlays);
    const report = this.report;
    const { entry, isShown, position } = this.#session;
    const tints = tintsOf(on, this.overlays, report, isShown && position ? position.sealed : []);
    const infos = report?.moveInfos ?? [];
    const values = report && on.has("values") ? squareValues(infos, entry, report.turn) : [];
    const isIdle = entry.stage === "amazon";
    const moves: DrawnMove[] = on.has("arrows") && isIdle
      ? (report ? linesOf(report, 3) : []).map((info, index): DrawnMove => ({ move: info.move, kind: index === 0 ? "best" : "other" })).reverse()
      : [];
    return tints.length + values.length + moves.length === 0 ? NOTHING : { tints, values, moves, ghost: null };
  }

  #askOverlays(): () => void {
    const fen = this.#session.node?.fen;
    const wanted = settings.overlays.some((name) => ["queen", "king", "regions", "mobility"].includes(name));
    const question = new AbortController();
    this.overlays = null;
    if (fen && wanted && !this.silent) {
      study.overlays(fen, question.signal).then(
        (overlays) => (this.overlays = overlays),
        (error: unknown) => {
          if (!question.signal.aborted) say("error", wordsOf(error));
        },
      );
    }
    return () => question.abort();
  }

  #ask(): void {
    const { node, game } = this.#session;
    if (!this.isOn || !node) return this.#stop();
    const id = `analysis-${++questions}`;
    const place = game ? { game: game.id, node: node.id } : {};
    this.state = asked(id, node.fen, this.#memory.recall(node.fen));
    live.send({ type: "analyse", id, fen: node.fen, lines: settings.lines, ...place });
  }

  #stop(): void {
    if (this.state.id !== null) live.send({ type: "stop", id: this.state.id });
    this.state = OFF;
  }

  #hear(frame: Frame): void {
    if (frame.type === "queued") this.state = queued(this.state, frame.id, frame.place);
    if (frame.type === "refused") this.state = refused(this.state, frame.id, frame.error);
    if (frame.type !== "analysis") return;
    this.state = heard(this.state, frame);
    if (frame.id === this.state.id && this.state.fen) this.#memory.keep(this.state.fen, frame);
  }
}

const analysts = new WeakMap<TreeSession, Analyst>();

/** The analyst of a session. */
export function analystOf(session: TreeSession): Analyst {
  let analyst = analysts.get(session);
  if (!analyst) analysts.set(session, (analyst = new Analyst(session)));
  return analyst;
}
