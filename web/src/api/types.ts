// The words that page and server share. `schema.ts` is generated from the server's description of itself
// (`npm run types`); here they get the short names that the page uses.

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Color = Schemas["Color"];
export type Position = Schemas["Position"];
/** All legal moves: amazon, then landing square, then the squares its arrow may hit. */
export type Moves = Position["moves"];
export type PositionRequest = Schemas["PositionRequest"];
export type Seat = Schemas["Player"];
/** White's view of a position or of a line: the fields are described in docs/protocols.md. */
export type Assessment = Schemas["Assessment"];
/** The stored assessment of a position. */
export type Evaluation = Schemas["Evaluation"];
export type GameNode = Schemas["Node"];
export type Clock = Schemas["ClockState"];
export type Live = Schemas["Live"];
export type Result = Schemas["Outcome"];
export type Grade = Schemas["Grade"];
export type ReviewedPly = Schemas["ReviewedPly"];
export type Review = Schemas["Review"];
export type GameDocument = Schemas["GameDocument"];
export type GameSummary = Schemas["GameSummary"];
export type NewGame = Schemas["GameRequest"];
export type Hint = Schemas["Hint"];
export type Agents = Schemas["Agents"];
/** A frame of the live socket, from the server and to it. */
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];
