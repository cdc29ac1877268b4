// The players that the server has, asked for once.

import { api } from "../api/client";
import type { Agents } from "../api/types";
import { attempt } from "../shell/notices.svelte";
import type { Level } from "./levels";
import { unknownName } from "./names";

class Players {
  agents = $state.raw<Agents | null>(null);
  levels = $derived<readonly Level[]>(this.agents?.levels ?? places());

  /** Asks for them, unless they are known. */
  async ask(): Promise<void> {
    this.agents ??= await attempt(api.agents);
  }

  level(number: number): Level {
    return this.levels.find(({ level }) => level === number) ?? place(number);
  }
}

/** What stands in the places of the levels until they are known. */
function places(): Level[] {
  return Array.from({ length: 10 }, (_, index) => place(index + 1));
}

function place(level: number): Level {
  return { level, name: unknownName(level), about: "" };
}

export const players = new Players();
