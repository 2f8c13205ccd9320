import { expect, test } from "vitest";
import { computeFileDigest } from "../../../../../src/extension/base/fileDigest.ts";
import { planInstall, planRemoval } from "../../../../../src/extension/skill/model/skillDrift.ts";

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const record = (texts: Readonly<Record<string, string>>) => ({
  files: Object.entries(texts).map(([path, text]) => ({ path, digest: computeFileDigest(text) })),
});
const plan = (...given: Parameters<typeof planInstall>) => {
  const { write, remove, conflicts } = planInstall(...given);
  return { write: write.map(({ path }) => path), remove, conflicts };
};

test("an empty folder receives every file", () => {
  expect(plan(files({ a: "1", b: "2" }), [], undefined)).toEqual({ write: ["a", "b"], remove: [], conflicts: [] });
});

test("an equal file is not written, and a different one is a conflict", () => {
  const there = files({ a: "1", b: "mine", other: "stays" });
  expect(plan(files({ a: "1", b: "2" }), there, undefined)).toEqual({ write: ["b"], remove: [], conflicts: ["b"] });
});

test("an installed file without changes is replaced without a conflict", () => {
  const before = { a: "1", b: "old", gone: "old" };
  expect(plan(files({ a: "1", b: "new" }), files(before), record(before))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: [],
  });
});

test("an installed file with changes is a conflict, even if it would only be removed", () => {
  const there = files({ b: "changed", gone: "changed" });
  expect(plan(files({ b: "new" }), there, record({ b: "old", gone: "old" }))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: ["b", "gone"],
  });
});

test("only installed files are removed, and changed ones are listed separately", () => {
  const there = files({ a: "1", b: "changed", mine: "stays" });
  expect(planRemoval(record({ a: "1", b: "2", missing: "3" }), there)).toEqual({ unchanged: ["a"], changed: ["b"] });
});
