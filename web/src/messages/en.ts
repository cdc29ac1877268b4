// The English texts. Their names are checked by the compiler wherever a text is asked for.

import analysis from "./en/analysis.json";
import api from "./en/api.json";
import board from "./en/board.json";
import editor from "./en/editor.json";
import learn from "./en/learn.json";
import library from "./en/library.json";
import play from "./en/play.json";
import shell from "./en/shell.json";

/** The texts of a file under their keys: `begin` in `play.json` is `play.begin`. */
type Keyed<File extends string, Texts> = { [Name in keyof Texts & string as `${File}.${Name}`]: string };

function keyed<File extends string, Texts extends object>(file: File, texts: Texts): Keyed<File, Texts> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${file}.${name}`, text])) as Keyed<File, Texts>;
}

export const english = {
  ...keyed("analysis", analysis),
  ...keyed("api", api),
  ...keyed("board", board),
  ...keyed("editor", editor),
  ...keyed("learn", learn),
  ...keyed("library", library),
  ...keyed("play", play),
  ...keyed("shell", shell),
};
