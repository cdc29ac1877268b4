// The levels in words. The server has them in English; the page has them by number, so that another language can have them.

import { t } from "../messages/messages";
import type { Level } from "./levels";

type Known = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

function isKnown(level: number): level is Known {
  return Number.isInteger(level) && level >= 1 && level <= 10;
}

/** The name of a level; the server's for one that the page does not know. */
export function levelName({ level, name }: Pick<Level, "level" | "name">): string {
  return isKnown(level) ? t(`play.level-${level}-name`) : name;
}

/** The sentence about a level; the server's for one that the page does not know. */
export function levelSentence({ level, about }: Pick<Level, "level" | "about">): string {
  return isKnown(level) ? t(`play.level-${level}-about`) : about;
}

/** The name of a level of which nothing but its number is known. */
export function unknownName(level: number): string {
  return t("library.level", { level });
}
