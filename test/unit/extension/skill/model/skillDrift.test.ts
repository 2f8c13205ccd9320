import { describe, expect, test } from "vitest";
import { computeContentDigest, computeFileDigest } from "../../../../../src/extension/base/fileDigest.ts";
import {
  findCopyUpdate,
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
