import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPortability } from "../../../src/skills/checkPortability.ts";
import { completeFrontMatter, hoverFrontMatter } from "../../../src/skills/frontMatterHelp.ts";
import { lintSkill } from "../../../src/skills/lint/lintSkill.ts";
import { readSkill } from "../../../src/skills/readSkill.ts";
import { readServerCases } from "../../../src/testcases/readServerCases.ts";
import { readSkillCases } from "../../../src/testcases/readSkillCases.ts";
import {
  evalCasePaths,
  findCaseFileProblems,
  queryCasePaths,
  scriptCasePaths,
} from "../../../src/testcases/skillCaseFiles.ts";
import { createLineIndex } from "../../../src/text/position/lineIndex.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";
import { createSkillFiles } from "../../support/skills/skillFolder.ts";

/** Calls every reader of untrusted files with the same bytes. */
function readAll(bytes: Uint8Array): void {
  const paths = ["SKILL.md", "references/a.md", scriptCasePaths[0], queryCasePaths[0], ...evalCasePaths];
  const files = paths.map((path) => ({ path, bytes }));
  const text = new TextDecoder().decode(bytes);
  readSkill(files);
  checkPortability(files, "a");
  readSkillCases(files);
  readServerCases(text);
  for (const path of paths) findCaseFileProblems(path, text);
  completeFrontMatter(text, 2, 3);
  hoverFrontMatter(text, 2, 3);
  const { offset } = createLineIndex(text);
  for (const { path, line, column, endLine, endColumn, fixes } of lintSkill(files, "a")) {
    // Every range lies within the text and does not end before its start.
    for (const range of [{ line, column, endLine, endColumn }, ...fixes.flatMap(({ edits }) => edits)]) {
      expect(Math.min(range.line, range.column)).toBeGreaterThan(0);
      expect([path, offset(range.line, range.column) <= offset(range.endLine, range.endColumn)]).toEqual([path, true]);
    }
  }
}

const encode = (text: string) => new TextEncoder().encode(text);
const pieces = [
  ...[
    "---",
    "---\n",
    "...",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "- ",
    ": ",
    "? ",
    "a",
    "A-b",
    "é",
    "😀",
    "\ud800",
    "\u0000",
  ],
  ...["name:", "description:", "metadata:", "allowed-tools:", "evals:", "cases:", "query", "true", "`scripts/a`"],
  ...[
    "|",
    ">",
    "<",
    "<<",
    "'",
    '"',
    "`",
    "```\n",
    "&x ",
    "*x",
    "!!str ",
    "[",
    "]",
    "](",
    ")",
    "{",
    "}",
    ",",
    "#",
    "%",
    "@",
  ],
  ...["\\", "\u200b", "\uFEFF"],
];

test("any bytes are read without a throw", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), readAll), { numRuns: propertyRuns(200) });
});

test.each(["", "---\n"])(
  "any text of front matter, Markdown and YAML pieces after %j is read without a throw",
  (before) => {
    const text = fc
      .array(fc.constantFrom(...pieces), { maxLength: 60 })
      .map((parts) => encode(before + parts.join("")));
    fc.assert(fc.property(text, readAll), { numRuns: propertyRuns(400) });
  },
);

const bomb = Array.from(
  { length: 30 },
  (_, at) => `a${at}: &a${at} [${at === 0 ? "x" : `*a${at - 1}, *a${at - 1}`}]`,
).join("\n");

test.each([
  ["aliases that expand exponentially", bomb],
  ["lists nested ten thousand deep", "[".repeat(10_000)],
  ["lists nested and closed", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
  ["maps nested by indentation", Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")],
  ["list marks in a row", "- ".repeat(10_000)],
  ["an alias to itself", "a: &a [*a]"],
  ["an alias to nothing", "a: *b"],
  ["brackets of links", "](".repeat(50_000)],
  ["backticks", "`".repeat(100_000)],
  ["open tags", "<img ".repeat(20_000)],
  ["many incomplete paths", "`scripts/".repeat(20_000)],
  ["spaces", " ".repeat(200_000)],
  ["hyphens", "-".repeat(200_000)],
])("%s are read without a throw", (_, text) => {
  readAll(encode(text));
  readAll(encode(`---\n${text}\n---\n${text}`));
});

test("ranges are inside of their texts", () => {
  const files = createSkillFiles({ "SKILL.md": "---\nname: B\nzzz: 1\n---" });
  for (const { endLine, endColumn } of lintSkill(files, "a"))
    expect([endLine <= 4, endColumn <= 8]).toEqual([true, true]);
});
