import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../../src/contract/dialectProfile.ts";
import { evidenceSchema } from "../../../../../../src/contract/evidence.ts";
import type { OperationName } from "../../../../../../src/contract/operations.ts";
import { listChoiceQuestions } from "../../../../../../src/extension/profile/model/questions/choiceQuestions.ts";

const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const refused = (status: number, words: string) =>
  evidenceSchema.parse({ outcome: "refused", at: "2026-01-01T00:00:00Z", status, words });
const list = (profile: DialectProfile, status: number, words: string) =>
  listChoiceQuestions({
    read: () => profile,
    evidence: () => ({ "projects.create": refused(status, words) }),
    unread: () => ({}),
  });

describe("the question about the format of bodies", () => {
  test.each<[string, string, object]>([
    ["proposes the one that the service names", "Send application/x-www-form-urlencoded.", { chosen: "form" }],
    ["proposes none of two", "Send application/x-www-form-urlencoded or multipart/form-data.", { chosen: undefined }],
    ["proposes none where the service names the one that was sent", "Not application/json.", { chosen: undefined }],
  ])("%s", (_what, words, expected) => {
    const state = "chosen" in expected && expected.chosen ? "proposed" : "open";
    const [question] = list(other, 415, words);
    expect(question).toMatchObject({ ...expected, state, refused: ["projects.create"] });
    expect(question?.choices.map(({ path }) => path)).toEqual(["json", "form", "formRepeated", "multipart"]);
  });

  test("is asked where a format was refused, or the profile says one", () => {
    expect(list(other, 400, "No.")).toEqual([]);
    expect(list({ ...other, format: "form" }, 400, "No.")).toMatchObject([{ state: "answered", chosen: "form" }]);
  });

  test("is answered for all operations", () => {
    expect(list(other, 415, "No.")[0]?.answer(other, "multipart")).toEqual({ ...other, format: "multipart" });
  });
});

describe("the question about the place of a list", () => {
  const ask = (json: unknown, profile = other, name: OperationName = "registry.versions") =>
    listChoiceQuestions({ read: () => profile, evidence: () => ({}), unread: () => ({ [name]: json }) });

  test("has each list and map of items of the answer, the longest first, with the fields of its entries", () => {
    const tags = [{ tag: "2.0.0", size: 1 }, { tag: "1.0.0" }];
    const [question] = ask({ meta: { notes: ["old"], total: 2 }, tags, by: { a: { n: 1 }, b: {}, c: {} }, none: {} });
    expect(question).toMatchObject({ id: "list.registry.versions", state: "open", refused: ["registry.versions"] });
    expect(question?.choices).toEqual([
      { path: "$.by", values: ["[3]", "n"] },
      { path: "$.tags", values: ["[2]", "tag", "size"] },
      { path: "$.meta.notes", values: ["[1]"] },
    ]);
  });

  test("is none where the answer holds no list", () => {
    expect(ask({ meta: { total: 2 }, name: "x" })).toEqual([]);
  });

  test("is answered for its operation", () => {
    const known = { ...other, operations: { "registry.versions": { pageSize: "n", list: "$.meta.notes" } } };
    const [question] = ask({ tags: [] }, known);
    expect(question?.chosen).toBe("$.meta.notes");
    expect(question?.answer(known, "$.tags").operations).toEqual({
      "registry.versions": { pageSize: "n", list: "$.tags" },
    });
  });
});
