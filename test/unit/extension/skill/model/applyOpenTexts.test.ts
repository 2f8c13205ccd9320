import { expect, test } from "vitest";
import { applyOpenTexts } from "../../../../../src/extension/skill/model/applyOpenTexts.ts";

const file = (path: string, content: string | Uint8Array) => ({ path, bytes: Buffer.from(content) });

test("unsaved text replaces saved text, and new files are added", () => {
  const files = [file("SKILL.md", "saved"), file("other.md", "kept")];
  const open = new Map([
    ["SKILL.md", "typed"],
    ["evals/evals.json", "{}"],
  ]);
  expect(applyOpenTexts(files, open)).toEqual([
    file("SKILL.md", "typed"),
    file("other.md", "kept"),
    file("evals/evals.json", "{}"),
  ]);
});

test.each(["utf16le", "utf16be"])(
  "an unchanged file in %s stays as it is, so that its encoding is a problem",
  (encoding) => {
    const bytes = Buffer.from("\uFEFFname", "utf16le");
    const files = [file("SKILL.md", encoding === "utf16le" ? bytes : bytes.swap16())];
    expect(applyOpenTexts(files, new Map([["SKILL.md", "name"]]))).toEqual(files);
  },
);

test("a byte order mark and invalid bytes are kept in an unchanged file", () => {
  const files = [file("SKILL.md", "\uFEFFname"), file("evals/evals.json", Uint8Array.of(0x61, 0xff))];
  const open = new Map([
    ["SKILL.md", "name"],
    ["evals/evals.json", "a\uFFFD"],
  ]);
  expect(applyOpenTexts(files, open)).toEqual(files);
});
