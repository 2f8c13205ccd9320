import { describe, expect, test } from "vitest";
import { computeContentDigest, computeFileDigest } from "../../../../../src/extension/base/fileDigest.ts";
import {
  findCopyUpdate,
  planInstall,
  planRemoval,
  readSkillCopyState,
  readSkillSourceState,
} from "../../../../../src/extension/skill/model/skillDrift.ts";

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const written = (texts: Readonly<Record<string, string>>) => ({
  digest: computeContentDigest(files(texts)),
  files: Object.entries(texts).map(([path, text]) => ({ path, digest: computeFileDigest(text) })),
});
const one = { "SKILL.md": "one", "a.md": "a" };

describe("a copy", () => {
  test("with the recorded content is unchanged, in any order of files", () => {
    expect(readSkillCopyState(written(one), files(one).reverse())).toEqual({ kind: "same" });
  });

  test("without its files is missing", () => {
    expect(readSkillCopyState(written(one), undefined)).toEqual({ kind: "missing" });
    expect(readSkillCopyState(written(one), files({ "other.md": "" }))).toEqual({ kind: "missing" });
  });

  test("with changes lists the changed, added and removed files", () => {
    const now = { "SKILL.md": "two", "new.md": "" };
    expect(readSkillCopyState(written(one), files(now))).toMatchObject({
      kind: "changed",
      paths: ["SKILL.md", "a.md", "new.md"],
    });
  });

  test("can be updated if its version is not the latest", () => {
    const hosted = { latestVersion: "2.0.0", digest: computeContentDigest(files({ "SKILL.md": "two" })) };
    const record = written(one);
    const state = (texts: Readonly<Record<string, string>>) => ({
      record,
      state: readSkillCopyState(record, files(texts)),
    });
    expect(findCopyUpdate(state(one), hosted)).toBe("2.0.0");
    expect(findCopyUpdate(state({ "SKILL.md": "three" }), hosted)).toBe("2.0.0");
    expect(findCopyUpdate(state({ "SKILL.md": "two" }), hosted)).toBeUndefined();
    expect(findCopyUpdate(state(one), { latestVersion: "1.0.0", digest: record.digest })).toBeUndefined();
    expect(findCopyUpdate(state(one), { latestVersion: null, digest: "" })).toBeUndefined();
  });
});

test("the state of a folder depends only on its content and the hosted versions", () => {
  const hosted = { latestVersion: "2.0.0", digest: "two" };
  const versions = [
    { version: "2.0.0", digest: "two" },
    { version: "1.0.0", digest: "one" },
  ];
  expect(readSkillSourceState("two", hosted, versions)).toEqual({ kind: "same" });
  expect(readSkillSourceState("one", hosted, versions)).toEqual({ kind: "older", version: "1.0.0" });
  expect(readSkillSourceState("three", hosted, versions)).toEqual({ kind: "changed" });
  expect(readSkillSourceState("two", undefined)).toEqual({ kind: "unpublished" });
  expect(readSkillSourceState("two", { latestVersion: null, digest: "two" })).toEqual({ kind: "unpublished" });
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
  expect(plan(files({ a: "1", b: "new" }), files(before), written(before))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: [],
  });
});

test("an installed file with changes is a conflict, even if it would only be removed", () => {
  const there = files({ b: "changed", gone: "changed" });
  expect(plan(files({ b: "new" }), there, written({ b: "old", gone: "old" }))).toEqual({
    write: ["b"],
    remove: ["gone"],
    conflicts: ["b", "gone"],
  });
});

test("only installed files are removed, and changed ones are listed separately", () => {
  const there = files({ a: "1", b: "changed", mine: "stays" });
  expect(planRemoval(written({ a: "1", b: "2", missing: "3" }), there)).toEqual({ unchanged: ["a"], changed: ["b"] });
});
