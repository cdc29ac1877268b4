// What a person has chosen about the look and feel, remembered by the browser.

export type Theme = "system" | "light" | "dark";
export type BoardTheme = "wood" | "slate" | "meadow" | "paper";
/** The shapes of the amazons: `board/Amazon.svelte` draws them. */
export type PieceSet = "crowns" | "plain";

/** `pseudo` is English between brackets, for the test that looks for texts without them: `e2e/messages.e2e.ts`. */
export type Language = "en" | "pseudo";

export interface Remembered {
  language: Language;
  theme: Theme;
  board: BoardTheme;
  pieces: PieceSet;
  coordinates: boolean;
  /** Whether there is no sound at all; a browser allows none before the first click. */
  muted: boolean;
  /** How loud, 0 to 1. */
  volume: number;
  /** Whether an engine answers as soon as it can, without the pause of a partner. */
  answersAtOnce: boolean;
  /** Whether a move that was entered on the board waits for a second press before it is played. */
  confirms: boolean;
  /** How the last game was begun, to begin the next one so. */
  side: "white" | "black" | "random";
  start: "10x10" | "8x8" | "6x6";
  /** Whether the engine analyses positions that are looked at. */
  engine: boolean;
  /** How many lines the engine shows. */
  lines: number;
  /** The overlays that are switched on, by name. */
  overlays: string[];
}

const KEY = "otrera.settings";

export const DEFAULTS: Remembered = {
  language: "en",
  theme: "system",
  board: "wood",
  pieces: "crowns",
  coordinates: true,
  muted: false,
  volume: 0.5,
  answersAtOnce: false,
  confirms: false,
  side: "white",
  start: "10x10",
  engine: false,
  lines: 3,
  overlays: ["arrows", "values"],
};

/** The words that a setting may have, where it has few. */
const WORDS: { [Key in keyof Remembered]?: readonly Remembered[Key][] } = {
  language: ["en", "pseudo"],
  theme: ["system", "light", "dark"],
  board: ["wood", "slate", "meadow", "paper"],
  pieces: ["crowns", "plain"],
  side: ["white", "black", "random"],
  start: ["10x10", "8x8", "6x6"],
};

/** The settings that a text keeps; whatever this page does not know, as from an older one, is as at first. */
export function settingsFrom(text: string | null): Remembered {
  let kept: Partial<Record<keyof Remembered, unknown>>;
  try {
    kept = JSON.parse(text ?? "{}") as typeof kept;
  } catch {
    return { ...DEFAULTS };
  }
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS) as (keyof Remembered)[]) {
    const value = kept[key];
    const words: readonly unknown[] | undefined = WORDS[key];
    if (typeof value === typeof DEFAULTS[key] && (words?.includes(value) ?? true)) settings[key] = value;
  }
  return settings as unknown as Remembered;
}

function recall(): Remembered {
  try {
    return settingsFrom(localStorage.getItem(KEY));
  } catch {
    return { ...DEFAULTS };
  }
}

/** The settings of this browser: read and assign fields; every change is kept at once. */
export const settings: Remembered = $state(recall());

/** Keeps the settings and shows them on the page; called once, by the shell. */
export function followSettings(): void {
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  let dark = $state(systemDark.matches);
  systemDark.addEventListener("change", (event) => (dark = event.matches));
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  $effect(() => {
    const root = document.documentElement;
    root.dataset["theme"] = settings.theme === "system" ? (dark ? "dark" : "light") : settings.theme;
    root.dataset["board"] = settings.board;
  });
}
