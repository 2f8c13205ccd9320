import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findConflictMarkers, mergeLines } from "../../../../src/text/lines/mergeLines.ts";

const labels = { base: "Pets 0.1.0", mine: "Yours", theirs: "Pets 0.1.1" };
const merge = (base: string, mine: string, theirs: string) => mergeLines({ base, mine, theirs }, labels);
const join = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** Few different lines, so that many are equal. */
const lines = fc.array(fc.constantFrom("a", "b", "c", "}", ""), { maxLength: 30 });
const text = fc.tuple(lines, fc.boolean()).map(([all, isEnded]) => (isEnded ? join(all) : all.join("\n")));
const distinctLines = fc
  .integer({ min: 0, max: 20 })
  .map((count) => Array.from({ length: count }, (_, at) => `line ${at}`));

describe("merging three versions", () => {
  test("takes the change of the one side that has one, and an identical change of both sides once", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        for (const [mine, theirs] of [
          [changed, base],
          [base, changed],
          [changed, changed],
        ] as const)
          expect(merge(base, mine, theirs)).toEqual({ text: changed, conflicts: 0 });
      }),
    );
  });

  test("has no conflict, and both changes, where an unchanged line is between them", () => {
    fc.assert(
      fc.property(distinctLines, distinctLines, lines, lines, (before, after, mine, theirs) => {
        const base = ["first", ...before.map((line) => `before ${line}`), "between", ...after, "last"];
        const [start, end] = [base.slice(0, before.length + 1), base.slice(before.length + 2)];
        const own = mine.map((line) => `mine ${line}`);
        const other = theirs.map((line) => `theirs ${line}`);
        const merged = merge(join(base), join([...own, "between", ...end]), join([...start, "between", ...other]));
        expect(merged).toEqual({ text: join([...own, "between", ...other]), conflicts: 0 });
      }),
    );
  });

  test("loses no line that one side added, with or without conflicts", () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const own = mine.map((line, at) => (line === "a" ? `mine ${at}` : line));
        const other = theirs.map((line, at) => (line === "b" ? `theirs ${at}` : line));
        const merged = merge(join(base), join(own), join(other)).text.split("\n");
        for (const line of [...own, ...other].filter((one) => /^(mine|theirs) /.test(one)))
          expect(merged).toContain(line);
      }),
    );
  });

  test("has as many markers as conflicts", () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merged = merge(base, mine, theirs);
        expect(findConflictMarkers(merged.text)).toHaveLength(merged.conflicts);
      }),
    );
  });

  test("shows all three versions of a conflict", () => {
    expect(merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")).toEqual({
      text: "a\n<<<<<<< Yours\nmine\n||||||| Pets 0.1.0\nb\n=======\ntheirs\n>>>>>>> Pets 0.1.1\nc\n",
      conflicts: 1,
    });
    expect(merge("b", "mine", "theirs").text).toContain("mine\n||||||| Pets 0.1.0\nb\n=======\ntheirs\n>>>>>>>");
  });

  test("keeps the equal lines around texts that have nothing in common", () => {
    const long = (word: string) => Array.from({ length: 10_000 }, (_, at) => `${word} ${at}\n`).join("");
    const [base, mine, theirs] = [long("base"), long("mine"), long("theirs")];
    const between = (text: string) => `first\n${text}last\n`;
    const conflict = `<<<<<<< Yours\n${mine}||||||| Pets 0.1.0\n${base}=======\n${theirs}>>>>>>> Pets 0.1.1\n`;
    expect(merge(between(base), between(mine), between(theirs))).toEqual({ text: between(conflict), conflicts: 1 });
  });

  test("merges very many lines at once", () => {
    const many = "line\n".repeat(200_000);
    expect(merge("a\n", "a\n", many)).toEqual({ text: many, conflicts: 0 });
  });
});

test("conflict markers count only as a whole", () => {
  expect(findConflictMarkers("Title\n=======\n<<<<<<< a\nb\n")).toEqual([]);
  expect(findConflictMarkers("x\n<<<<<<< a\r\n=======\r\n>>>>>>> b\r\n<<<<<<< a\n=======\n>>>>>>> b")).toEqual([1, 4]);
});
