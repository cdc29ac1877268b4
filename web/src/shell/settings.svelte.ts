// What a person has chosen about the look and feel, remembered by the browser.

export type Theme = "system" | "light" | "dark";
export type BoardTheme = "wood" | "slate";

interface Remembered {
  theme: Theme;
  board: BoardTheme;
  sound: boolean;
  coordinates: boolean;
  /** How the last game was begun, to begin the next one so. */
  side: "white" | "black" | "either";
  start: "10x10" | "8x8" | "6x6";
  /** Whether the engine analyses positions that are looked at. */
  engine: boolean;
  /** How many lines the engine shows. */
  lines: number;
  /** The overlays that are switched on, by name. */
  overlays: string[];
}

const KEY = "otrera.settings";

const DEFAULTS: Remembered = {
  theme: "system",
  board: "wood",
  sound: false,
  coordinates: true,
  side: "white",
  start: "10x10",
  engine: false,
  lines: 3,
  overlays: ["arrows", "values"],
};

function recall(): Remembered {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Remembered>) };
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
