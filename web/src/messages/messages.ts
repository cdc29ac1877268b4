// Every text of the page, by key. The texts stand in `en/*.json`, a file for each room of the page, in ICU's message format
// (plurals, choices, tags), which translators' tools know. Another language is another such folder.

import { IntlMessageFormat } from "intl-messageformat";

import { settings } from "../shell/settings.svelte";
import { english } from "./en";

/** A key: the file, and the name of the text in it, such as `play.begin`. */
export type MessageKey = keyof typeof english;

/** What a text has places for: a number for a plural, a word for a choice. */
export type Values = Record<string, string | number>;

/** A part of a text: plain, or within a tag of the message such as `<strong>`. */
export type Part = string | { tag: string; parts: Part[] };

/** The tags that a text may use; `shell/Message.svelte` draws them. */
const TAGS = ["strong", "em", "kbd", "code", "link"] as const;

/** How numbers and dates are written: 12,345 and 12 Mar 2025. */
const LOCALE = "en-GB";

const formats = new Map<string, IntlMessageFormat>();

/** The parsed text, kept: most are shown again and again. */
function formatOf(key: MessageKey): IntlMessageFormat {
  const name = `${settings.language} ${key}`;
  let format = formats.get(name);
  if (!format) {
    format = new IntlMessageFormat(settings.language === "pseudo" ? `⟦${english[key]}⟧` : english[key], LOCALE);
    formats.set(name, format);
  }
  return format;
}

/** A text in the language of the page. Call it where the text is shown, never while a module is loaded: the language may change. */
export function t(key: MessageKey, values?: Values): string {
  return formatOf(key).format<string>(values) as string;
}

/** A text with tags, as parts to be drawn by `shell/Message.svelte`. */
export function tagged(key: MessageKey, values?: Values): Part[] {
  const tags = Object.fromEntries(TAGS.map((tag) => [tag, (parts: Part[]) => ({ tag, parts })]));
  const parts = formatOf(key).format<Part>({ ...values, ...tags } as never);
  return Array.isArray(parts) ? parts : [parts];
}

/** A number as the language writes it: 12,345. */
export function count(number: number): string {
  return number.toLocaleString(LOCALE);
}

/** Texts one after the other, as the language lists them: a, b, c. */
export function listed(texts: string[]): string {
  return new Intl.ListFormat(LOCALE, { type: "unit" }).format(texts);
}
