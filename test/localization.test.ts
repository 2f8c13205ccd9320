import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedTexts } from "./host/manifest/contributes.ts";
import { readCodeTexts, readTranslations } from "./host/manifest/translations.ts";

const translations = await readTranslations();

test("German is complete", () => {
  const files = translations.map(({ file }) => file).sort();
  expect(files).toEqual(["media/l10n/bundle.l10n.de.json", "package.nls.de.json"]);
});

test("a text with values has no escape such as \\n, behind which values are not found", async () => {
  expect(Object.keys(await readCodeTexts()).filter((text) => text.includes("${"))).toEqual([]);
});

test("package.nls.json has the titles of the commands and the texts of the settings: npm run manifest", () => {
  expect(readFileSync(join(import.meta.dirname, "..", "package.nls.json"), "utf8")).toBe(generatedTexts());
});

/** What a translation leaves as it is: placeholders, commands behind links, code, names of settings. */
const kept =
  /\{\d+\}|\(command:[^)]*\)|\$\([a-z-]+\)|`[^`]*`|\bfairlead\.\w[\w.]*\w|https?:\/\/[\w/-]*(?:\.\w[\w/-]*)*|"[A-Z_]{3,}"/g;
const keptOf = (text: string) => (text.match(kept) ?? []).sort();
/** Labels have little room, sentences have more. */
const mostCharacters = (english: string) => (/[.?]$/.test(english) ? english.length * 2.4 : english.length * 1.8 + 8);

describe.each(translations)("$file", ({ english, translated }) => {
  const pairs = Object.entries(english).map(([key, text]) => [text, translated[key] ?? ""] as const);

  test("translates every text, and nothing else: npm run l10n", () => {
    expect(Object.keys(translated).filter((key) => !translated[key])).toEqual([]);
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
  });

  test("keeps placeholders, links, code and settings", () => {
    expect(pairs.filter(([text, other]) => keptOf(text).join() !== keptOf(other).join())).toEqual([]);
  });

  test("begins and ends as the English text does", () => {
    const frame = (text: string) => /^(\s*)[\s\S]*?([.:?…]*\s*)$/.exec(text)?.slice(1).join("|");
    expect(pairs.filter(([text, other]) => frame(text) !== frame(other))).toEqual([]);
  });

  test("has room for every text", () => {
    expect(pairs.filter(([text, other]) => other.length > mostCharacters(text))).toEqual([]);
  });

  test("distinguishes one from several", () => {
    const several = new Map(pairs.map(([text, other]) => [text.replaceAll(/\{\d+\}/g, "1"), other]));
    const both = pairs.filter(([text]) => /\b1 \w/.test(text) && several.has(text.replace(/\b(1 \w+)\b/, "$1s")));
    expect(both.filter(([text, other]) => several.get(text.replace(/\b(1 \w+)\b/, "$1s")) === other)).toEqual([]);
  });
});
