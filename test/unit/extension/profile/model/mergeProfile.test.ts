import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { listChangedOperations, mergeProfile } from "../../../../../src/extension/profile/model/mergeProfile.ts";

const profileOf = (operations: DialectProfile["operations"]): DialectProfile => ({
  version: 2,
  dialect: "other",
  operations,
});
const opened = profileOf({ "projects.list": { list: "$.data" }, "skills.list": { list: "$.items" } });

describe("a profile that is edited while facts are learned", () => {
  test("retains learned facts of unedited operations", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: "$.mine" } });
    const now = profileOf({ ...opened.operations, "servers.list": { list: "$" } });
    expect(mergeProfile(opened, written, now).operations).toEqual({
      "projects.list": { list: "$.mine" },
      "skills.list": { list: "$.items" },
      "servers.list": { list: "$" },
    });
  });

  test("prefers a written fact to a learned one", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: "$.mine" } });
    const now = profileOf({ ...opened.operations, "projects.list": { list: "$.theirs" } });
    expect(mergeProfile(opened, written, now).operations["projects.list"]).toEqual({ list: "$.mine" });
  });

  test("keeps learned facts of an edited operation if they were not edited", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: "$.mine" } });
    const learned = { list: "$.data", pageSize: "limit", fields: { id: "$.uuid" } };
    const now = profileOf({ ...opened.operations, "projects.list": learned });
    expect(mergeProfile(opened, written, now).operations["projects.list"]).toEqual({ ...learned, list: "$.mine" });
  });

  test("keeps learned facts of the whole service, also corrected ones", () => {
    const [running, stopped] = [
      [{ when: { "$.state": "ON" }, is: "ready" }],
      [{ when: { "$.state": "OFF" }, is: "failed" }],
    ];
    const before: DialectProfile = {
      ...opened,
      kinds: { server: { words: ["box"], states: running } },
    };
    const written: DialectProfile = {
      ...before,
      errors: { message: "$.why" },
      kinds: { server: { words: ["box"], states: stopped } },
    };
    const now: DialectProfile = {
      ...opened,
      credential: { header: "X-Key" },
      kinds: { server: { words: ["box", "crate"], states: running } },
    };
    expect(mergeProfile(before, written, now)).toEqual({
      ...opened,
      credential: { header: "X-Key" },
      errors: { message: "$.why" },
      kinds: { server: { words: ["box", "crate"], states: stopped } },
    });
  });

  test("loses an operation that was removed", () => {
    const written = profileOf({ "projects.list": { list: "$.data" } });
    expect(mergeProfile(opened, written, opened).operations).toEqual(written.operations);
  });
});

test("the changed operations are those that were edited, added or removed", () => {
  const other = profileOf({ "projects.list": { list: "$.x" }, "servers.list": {} });
  expect(listChangedOperations(opened, other)).toEqual(["projects.list", "skills.list", "servers.list"]);
});
