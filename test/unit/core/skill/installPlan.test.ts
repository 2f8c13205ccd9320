import { expect, test } from "vitest";
import { computeFileDigest } from "../../../../src/core/foundation/fileDigest.ts";
import { planInstall, planRemoval } from "../../../../src/core/skill/installPlan.ts";

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const record = (texts: Readonly<Record<string, string>>) => ({
  files: Object.entries(texts).map(([path, text]) => ({ path, digest: computeFileDigest(text) })),
});
const plan = (...given: Parameters<typeof planInstall>) => {
  const { write, remove, conflicts } = planInstall(...given);
  return { write: write.map(({ path }) => path), remove, conflicts };
};

test("an empty folder gets every file", () => {
  expect(plan(files({ a: "1", b: "2" }), [], undefined)).toEqual({ write: ["a", "b"], remove: [], conflicts: [] });
});

test("what is there already is not written again, and what differs is a conflict", () => {
  const there = files({ a: "1", b: "mine", other: "stays" });
  expect(plan(files({ a: "1", b: "2" }), there, undefined)).toEqual({ write: ["b"], remove: [], conflicts: ["b"] });
});

test("what was installed and is unchanged gives way without a question", () => {
  const before = { a: "1", b: "old", gone: "old" };
  expect(plan(files({ a: "1", b: "new" }), files(before), record(before))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: [],
  });
});

test("what was installed and changed since is a conflict, also where it would only go", () => {
  const there = files({ b: "changed", gone: "changed" });
  expect(plan(files({ b: "new" }), there, record({ b: "old", gone: "old" }))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: ["b", "gone"],
  });
});

test("only what was installed is removed, and what changed since is told apart", () => {
  const there = files({ a: "1", b: "changed", mine: "stays" });
  expect(planRemoval(record({ a: "1", b: "2", missing: "3" }), there)).toEqual({ unchanged: ["a"], changed: ["b"] });
});
