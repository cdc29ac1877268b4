// Games of the first screen, played by the strongest levels, up to where the areas are sealed.

import type { Color, Position } from "../api/types";
import { opponent, partsOf } from "../board/squares";

/** A board at its start and what was played from there, moves as on the wire. */
interface Recorded {
  size: number;
  white: string;
  black: string;
  moves: string;
}

const RECORDED: Record<string, Recorded> = {
  "10x10": {
    size: 10,
    white: "a4 j4 d1 g1",
    black: "d10 g10 a7 j7",
    moves:
      "d1i6,i6i7 j7i8,i8c2 g1b6,b6c7 a7a8,a8b9 i6g6,g6e4 d10d2,d2b4 a4f9,f9g8 i8h7,h7j5 j4h4,h4e1 d2d4,d4f6 " +
      "b6b5,b5b8 a8a6,a6d9 g6h6,h6e3 h7f5,f5h7 h4g4,g4h5 f5f3,f3f5 g4g3,g3h3 d4c4,c4d4 f9h9,h9h10 f3g4,g4g7 " +
      "h9g9,g9h9 g4h4,h4i4 h6j6,j6i5 g10e8,e8g6 g9e9,e9g9 a6a8,a8a4 e9d8,d8d5 c4e2,e2c4 b5b7,b7a7 a8a10,a10g10 " +
      "d8b10,b10a9 h4i3,i3g5 b10d8,d8b10 i3h2,h2f2 g3g2,g2f3 e8e9,e9e7 g2h1,h1f1 e9e8,e8c6 d8e9,e9d8 e8f8,f8f7 " +
      "e9f9,f9e9 e2d1,d1d2 f9d7,d7f9 h2g3,g3d6 h1j3,j3i3 g3f4,f4i1 j3h1,h1h2 f4g3,g3g1 d7e6,e6d7 g3e5,e5g3 " +
      "b7b5,b5c5 e5f4,f4e5 b5a5,a5b5 d1e2,e2d1 j6i6,i6j6 e2d3,d3e2 a5a6,a6a5 d3c3,c3d3 i6j7,j7j10 c3b3,b3c3",
  },
  "8x8": {
    size: 8,
    white: "a3 h3 c1 f1",
    black: "c8 f8 a6 h6",
    moves:
      "c1f4,f4f6 a6e2,e2e1 f1g2,g2g7 c8b7,b7e4 f4g5,g5h5 h6g6,g6h6 h3e6,e6f5 f8d6,d6f4 e6d7,d7f7 b7b3,b3g3 " +
      "d7c8,c8g8 e2f2,f2g1 g2f3,f3h1 f2e2,e2e3 c8c7,c7c2 e2a6,a6e2 a3b2,b2e5 a6b6,b6c6 c7c8,c8e6 b6a7,a7c7 " +
      "b2d4,d4a4 b3c3,c3c4 d4c5,c5b6 c3b2,b2b4 c5d4,d4c3 a7b7,b7b8 c8e8,e8c8 d6d5,d5d8 d4c5,c5d6 d5d4,d4d5 " +
      "c5b5,b5a6 d4c5,c5d4 f3f1,f1f2 g6h7,h7g6 b5a5,a5b5 b2a1,a1b2 g5h4,h4g5 a1b1,b1a1",
  },
  "6x6": {
    size: 6,
    white: "a2 f2 b1 e1",
    black: "b6 e6 a5 f5",
    moves:
      "f2c5,c5b4 f5c2,c2b3 a2a4,a4c6 a5b5,b5e2 e1c3,c3c4 e6d5,d5d4 c3e3,e3e4 d5e5,e5d6 e3d2,d2f4 e5f5,f5d5 " +
      "a4a3,a3a6 c2c3,c3c2 a3a4,a4a5 f5e6,e6f5 b1a1,a1b2 c3e3,e3f2 d2d3,d3d2 e3f3,f3e3 a1b1,b1a1 e6e5,e5e6 " +
      "b1c1,c1b1 e5f6,f6e5 a4a2,a2a4",
  },
};

/** What the board shows after a move of the game. */
export interface Frame {
  position: Position;
  last: string | null;
  /** How many plies ago the arrow of a square was shot. */
  ages: Record<string, number>;
}

/** The pictures of the game on a board, from its start on; none where no game is recorded. */
export function framesOf(board: string): Frame[] {
  const game = RECORDED[board];
  if (!game) return [];
  const moves = game.moves.split(" ");
  const sides: Record<Color, string[]> = { white: game.white.split(" "), black: game.black.split(" ") };
  const arrows: string[] = [];
  let turn: Color = "white";
  const frames = [frame(game.size, sides, arrows, turn, null)];
  for (const move of moves) {
    const parts = partsOf(move);
    if (!parts) throw new Error(`${move} is no move`);
    sides[turn] = sides[turn].map((square) => (square === parts.from ? parts.to : square));
    arrows.push(parts.arrow);
    turn = opponent(turn);
    frames.push(frame(game.size, sides, arrows, turn, move));
  }
  return frames;
}

function frame(size: number, sides: Record<Color, string[]>, arrows: string[], turn: Color, last: string | null): Frame {
  const ages = Object.fromEntries(arrows.map((square, index) => [square, arrows.length - 1 - index]));
  const position: Position = {
    // Nothing is asked of the server about these: the name only has to differ from picture to picture.
    fen: `${size}:${arrows.length}`,
    columns: size,
    rows: size,
    white: sides.white,
    black: sides.black,
    arrows: [...arrows],
    vacated: [],
    turn,
    ply: arrows.length,
    trapped: [],
    winner: null,
    destinations: {},
    shots: {},
    sealed: [],
    decided: null,
  };
  return { position, last, ages };
}
