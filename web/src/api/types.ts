// The words that page and server share, written from the contract.

export type Color = "white" | "black";

/** All legal moves: amazon, then landing square, then the squares its arrow may hit. */
export type Moves = Record<string, Record<string, string[]>>;

export interface Position {
  fen: string;
  columns: number;
  rows: number;
  white: string[];
  black: string[];
  arrows: string[];
  /** Squares that are blocked for a while, in the variant. */
  vacated: string[];
  turn: Color;
  ply: number;
  trapped: string[];
  winner: Color | null;
  moves: Moves;
}

export interface Seat {
  kind: "human" | "engine";
  name: string;
  agent: string | null;
}

/** What a search thinks of a position; every value is White's. */
export interface Evaluation {
  winRate: number;
  margin: number;
  winner: Color | null;
  wonBy: number | null;
  nodes: number;
  line: string[];
}

export interface GameNode {
  id: number;
  parent: number | null;
  move: string | null;
  fen: string;
  comment: string | null;
  children: number[];
  evaluation: Evaluation | null;
  seconds: number | null;
}

export interface Clock {
  white: number;
  black: number;
  increment: number;
  running: Color | null;
}

export interface Live {
  turn: Color;
  thinking: boolean;
  paused: boolean;
  pace: number;
  clock: Clock | null;
}

export interface Result {
  winner: Color | null;
  ending: string;
  detail: string;
}

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface ReviewedPly {
  ply: number;
  move: string;
  before: Evaluation;
  after: Evaluation;
  loss: number;
  grade: Grade;
  better: { move: string; line: string[]; winRate: number; margin: number } | null;
}

export interface Review {
  state: "running" | "done" | "stopped";
  done: number;
  total: number;
  plies: ReviewedPly[];
  accuracy: { white: number | null; black: number | null };
  turningPoints: number[];
}

export interface GameDocument {
  id: number;
  title: string;
  tags: string[];
  white: Seat;
  black: Seat;
  start: string;
  board: string;
  delay: number;
  source: string;
  event: string | null;
  playedAt: string | null;
  result: Result | null;
  nodes: GameNode[];
  lastPly: number;
  live: Live | null;
  review: Review | null;
  revision: number;
}

export interface NewGame {
  fen?: string;
  board?: string;
  delay?: number;
  white: Seat;
  black: Seat;
  clock?: { seconds: number; increment: number };
  pace?: number;
}

export interface Hint {
  move: string;
  winRate: number;
  margin: number;
}

export interface AgentParameter {
  name: string;
  default: string;
  allowed: string;
  about: string;
}

export interface Agents {
  players: { name: string; paper: string; about: string; parameters: AgentParameter[] }[];
  levels: { level: number; about: string }[];
}
