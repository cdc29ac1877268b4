// The players that the server has, asked for once.

import { api } from "../api/client";
import type { Agents } from "../api/types";
import { attempt } from "../shell/notices.svelte";
import type { Level } from "./levels";

class Players {
  agents = $state.raw<Agents | null>(null);
  levels = $derived<readonly Level[]>(this.agents?.levels ?? PLACES);

  /** Asks for them, unless they are known. */
  async ask(): Promise<void> {
    this.agents ??= await attempt(api.agents);
  }

  level(number: number): Level {
    return this.levels.find(({ level }) => level === number) ?? { level: number, name: `Level ${number}`, about: "" };
  }
}

/** What stands in the places of the levels until they are known. */
const PLACES: Level[] = Array.from({ length: 10 }, (_, index) => ({ level: index + 1, name: `Level ${index + 1}`, about: "" }));

export const players = new Players();
