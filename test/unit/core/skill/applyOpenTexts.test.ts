import { expect, test } from "vitest";
import { applyOpenTexts } from "../../../../src/core/skill/applyOpenTexts.ts";

const file = (path: string, content: string | Uint8Array) => ({ path, bytes: Buffer.from(content) });

test("what is typed takes the place of what is saved, and new files are there at once", () => {
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

test("what the editor hides, a byte order mark and bytes that are no text, is kept where nothing was typed", () => {
  const files = [file("SKILL.md", "\uFEFFname"), file("evals/evals.json", Uint8Array.of(0x61, 0xff))];
  const open = new Map([
    ["SKILL.md", "name"],
    ["evals/evals.json", "a\uFFFD"],
  ]);
  expect(applyOpenTexts(files, open)).toEqual(files);
});
