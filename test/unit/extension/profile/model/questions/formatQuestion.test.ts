import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../../src/contract/dialectProfile.ts";
import { evidenceSchema } from "../../../../../../src/contract/evidence.ts";
import {
  answerFormat,
  listFormatQuestions,
} from "../../../../../../src/extension/profile/model/questions/formatQuestion.ts";

const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const refused = (status: number, words: string) =>
  evidenceSchema.parse({ outcome: "refused", at: "2026-01-01T00:00:00Z", status, words });
const ask = (words: string, profile = other) =>
  listFormatQuestions(profile, { "projects.create": refused(415, words) })[0];

describe("the question about the format of bodies", () => {
  test.each<[string, string, object]>([
    ["proposes the one that the service names", "Send application/x-www-form-urlencoded.", { chosen: "form" }],
    ["proposes none of two", "Send application/x-www-form-urlencoded or multipart/form-data.", { chosen: undefined }],
    ["proposes none where the service names the one that was sent", "Not application/json.", { chosen: undefined }],
  ])("%s", (_what, words, expected) => {
    const state = "chosen" in expected && expected.chosen ? "proposed" : "open";
    expect(ask(words)).toMatchObject({ ...expected, state, refused: ["projects.create"] });
    expect(ask(words)?.choices.map(({ path }) => path)).toEqual(["json", "form", "multipart"]);
  });

  test("is asked where a format was refused, or the profile says one", () => {
    expect(listFormatQuestions(other, { "projects.create": refused(400, "No.") })).toEqual([]);
    expect(listFormatQuestions({ ...other, format: "form" }, {})).toMatchObject([
      { state: "answered", chosen: "form" },
    ]);
  });

  test("is answered for all operations, by a format that there is", () => {
    expect(answerFormat(other, "multipart")).toEqual({ ...other, format: "multipart" });
    expect([answerFormat(other, "xml"), answerFormat(other, null)]).toEqual([undefined, undefined]);
  });
});
