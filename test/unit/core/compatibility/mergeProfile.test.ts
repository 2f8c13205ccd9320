import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { listChangedOperations, mergeProfile } from "../../../../src/core/compatibility/mergeProfile.ts";

const profileOf = (operations: DialectProfile["operations"]): DialectProfile => ({
  version: 1,
  dialect: "other",
  operations,
});
const opened = profileOf({ "projects.list": { list: ["data"] }, "skills.list": { list: ["items"] } });

describe("a profile that was edited while more was learned", () => {
  test("retains learned facts of unedited operations", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: ["mine"] } });
    const now = profileOf({ ...opened.operations, "servers.list": { list: [] } });
    expect(mergeProfile(opened, written, now).operations).toEqual({
      "projects.list": { list: ["mine"] },
      "skills.list": { list: ["items"] },
      "servers.list": { list: [] },
    });
  });

  test("says of an edited operation what was written, whatever was learned", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: ["mine"] } });
    const now = profileOf({ ...opened.operations, "projects.list": { list: ["theirs"] } });
    expect(mergeProfile(opened, written, now).operations["projects.list"]).toEqual({ list: ["mine"] });
  });

  test("keeps what was learned of another fact of an operation that was edited", () => {
    const written = profileOf({ ...opened.operations, "projects.list": { list: ["mine"] } });
    const learned = { list: ["data"], pageSize: "limit", fields: { id: ["uuid"] } };
    const now = profileOf({ ...opened.operations, "projects.list": learned });
    expect(mergeProfile(opened, written, now).operations["projects.list"]).toEqual({ ...learned, list: ["mine"] });
  });

  test("keeps what was learned of the whole service, and what was found to be no longer so", () => {
    const before: DialectProfile = { ...opened, document: null, states: { server: { ON: "ready", OFF: "failed" } } };
    const written: DialectProfile = {
      ...before,
      errors: { message: ["why"] },
      states: { server: { ON: "ready", OFF: "stopped" } },
    };
    const now: DialectProfile = {
      ...opened,
      credential: { header: "X-Key" },
      states: { server: { ON: "draft", OFF: "failed" } },
    };
    expect(mergeProfile(before, written, now)).toEqual({
      ...opened,
      credential: { header: "X-Key" },
      errors: { message: ["why"] },
      states: { server: { ON: "draft", OFF: "stopped" } },
    });
  });

  test("no longer has an operation that was taken out", () => {
    const written = profileOf({ "projects.list": { list: ["data"] } });
    expect(mergeProfile(opened, written, opened).operations).toEqual(written.operations);
  });
});

test("the operations of which two profiles say different things are those changed, added and taken out", () => {
  const other = profileOf({ "projects.list": { list: ["x"] }, "servers.list": {} });
  expect(listChangedOperations(opened, other)).toEqual(["projects.list", "skills.list", "servers.list"]);
});
