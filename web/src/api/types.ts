// The words that page and server share. `schema.ts` is generated from the server's description of itself
// (`npm run types`); here they get the short names that the page uses.

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Color = Schemas["Color"];
export type Position = Schemas["Position"];
/** The squares that the arrow of one amazon may hit, by landing square, as one text of squares. */
export type Shots = NonNullable<Position["shots"]>[string];
/** Squares that at most one side can reach. */
export type SealedArea = Schemas["SealedArea"];
export type PositionRequest = Schemas["PositionRequest"];
export type Seat = Schemas["Player"];
/** White's view of a position or of a line: the fields are described in docs/protocols.md. */
export type Assessment = Schemas["Assessment"];
/** The stored assessment of a position. */
export type Evaluation = Schemas["Evaluation"];
export type GameNode = Schemas["Node"];
export type Clock = Schemas["ClockState"];
export type Result = Schemas["Outcome"];
export type Grade = Schemas["Grade"];
export type ReviewedPly = Schemas["ReviewedPly"];
export type Review = Schemas["Review"];
export type GameDocument = Schemas["GameDocument"];
/** What changed in a game from one revision to another. */
export type GameUpdate = Schemas["GameUpdate"];
/** The revision of a game after a change that was asked for, and the node that it added. */
export type Acknowledgement = Schemas["Acknowledgement"];
export type GameSummary = Schemas["GameSummary"];
export type NewGame = Schemas["GameRequest"];
export type Hint = Schemas["Hint"];
export type Agents = Schemas["Agents"];
/** The version of the program, and warnings about how it was started. */
export type Version = Schemas["Version"];
/** A frame of the live socket, from the server and to it. */
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];
