// A study made of what is stored: a copy of a game or of another study. It is opened at once, and a notice says that it is
// the copy, because at first it looks like the original.

import { study } from "../api/study";
import type { Color } from "../api/types";
import { t } from "../messages/messages";
import { attempt, say } from "../shell/notices.svelte";
import { router } from "../shell/router.svelte";
import type { StoredGame } from "../tree/game.svelte";
import { rememberView } from "../tree/session.svelte";
import { gameAddress, studyAddress } from "./address";

/** The longest name that the server takes. */
const LONGEST = 200;

/** Copies a stored game or study, and opens the copy at a node, seen from the same side. */
export async function keepAsStudy({ id, document }: Pick<StoredGame, "id" | "document">, node: number, view: Color): Promise<void> {
  if (!document) return;
  const isStudy = document.source === "study";
  // A game that becomes a study keeps its name; two studies of one name could not be told apart.
  const request = isStudy ? { game: id, title: copyTitle(document.title) } : { game: id };
  const copy = await attempt(() => study.create(request));
  if (!copy) return;
  const original = isStudy ? studyAddress(id, node) : gameAddress(id, node, document.lastPly);
  const words = isStudy ? t("analysis.copied-study", { title: copy.title }) : t("analysis.saved-as-study");
  say("info", words, { label: t("analysis.to-original"), run: () => router.go(original) });
  rememberView(copy.id, view);
  router.go(studyAddress(copy.id, node));
}

function copyTitle(title: string): string {
  return [...t("analysis.copy-of", { title })].slice(0, LONGEST).join("");
}
