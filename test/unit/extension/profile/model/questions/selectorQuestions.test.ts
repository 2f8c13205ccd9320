import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../../../src/contract/dialectProfile.ts";
import { type Evidence, evidenceSchema } from "../../../../../../src/contract/evidence.ts";
import type { OperationName } from "../../../../../../src/contract/operations.ts";
import {
  answerSelector,
  findSelectorProblem,
  listSelectorQuestions,
  readSelector,
} from "../../../../../../src/extension/profile/model/questions/selectorQuestions.ts";

const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const bySid = { in: "query", name: "sid" } as const;
const evidenceOf = (outcome: Evidence["outcome"], status?: number): Evidence =>
  evidenceSchema.parse({ outcome, at: "2026-11-21T12:00:00Z", status });
const refuse = (...names: readonly OperationName[]) =>
  Object.fromEntries(names.map((name) => [name, evidenceOf("refused", 404)]));

describe("the questions how requests name an item", () => {
  test.each<[string, OperationName, Evidence, readonly string[]]>([
    ["a read that was refused with 404", "project.get", evidenceOf("refused", 404), ["select.GET"]],
    ["a change that was refused with 422", "project.update", evidenceOf("refused", 422), ["select.GET"]],
    ["a deletion that was refused with 400", "apiKeys.delete", evidenceOf("refused", 400), ["select.GET"]],
    ["a deployment that was refused", "server.deploy", evidenceOf("refused", 400), ["select.POST"]],
    ["a read that works", "project.get", evidenceOf("works", 200), []],
    ["a read that was forbidden", "project.get", evidenceOf("refused", 403), []],
    ["a read that is not offered", "project.get", evidenceOf("notOffered", 404), []],
    ["a list, which names no item", "projects.list", evidenceOf("refused", 404), []],
    ["a list of what belongs to an item", "serverTestRuns.list", evidenceOf("refused", 404), []],
  ])("are open where the service refused a request for an item: %s", (_what, name, evidence, ids) => {
    const questions = listSelectorQuestions(other, { [name]: evidence });
    expect(questions.map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, "open"]));
  });

  test("name what was refused", () => {
    const [question] = listSelectorQuestions(other, refuse("project.get", "deployment.get"));
    expect(question?.refused).toEqual(["project.get", "deployment.get"]);
  });

  test("are answered by the profile, also where nothing was refused", () => {
    const questions = listSelectorQuestions({ ...other, select: { GET: bySid } }, {});
    expect(questions).toMatchObject([{ id: "select.GET", state: "answered", chosen: bySid, refused: [] }]);
  });

  test("begin with what is known of an operation, but not with a path, which is of that operation alone", () => {
    const operations: DialectProfile["operations"] = {
      "project.get": { select: { in: "path", name: "/v3/projects/{value}" } },
      "deployment.get": { select: bySid },
    };
    const [question] = listSelectorQuestions({ ...other, operations }, refuse("organization.get"));
    expect(question).toMatchObject({ state: "open", chosen: bySid });
  });
});

describe("the questions of single kinds", () => {
  const said: DialectProfile = { ...other, select: { GET: bySid } };
  const own = { in: "query", name: "server_sid" } as const;
  const list = (profile: DialectProfile, ...names: readonly OperationName[]) =>
    listSelectorQuestions(profile, refuse(...names)).map(({ id, state, chosen, refused }) => [
      id,
      state,
      chosen,
      refused,
    ]);

  test("follow an answer for all kinds, where the service still refuses items of a kind", () => {
    expect(list(said, "server.update", "apiKeys.delete")).toEqual([
      ["select.GET", "answered", bySid, ["apiKeys.delete", "server.update"]],
      ["select.GET.apiKey", "open", bySid, ["apiKeys.delete"]],
      ["select.GET.server", "open", bySid, ["server.update"]],
    ]);
  });

  test("are not asked before there is an answer for all kinds", () => {
    expect(list(other, "server.update").map(([id]) => id)).toEqual(["select.GET"]);
  });

  test("are answered by the profile, also where nothing is refused", () => {
    expect(list({ ...said, kinds: { server: { select: { GET: own } } } })).toEqual([
      ["select.GET", "answered", bySid, []],
      ["select.GET.server", "answered", own, []],
    ]);
  });

  test("name the kind in words", () => {
    const questions = listSelectorQuestions(said, refuse("apiKeys.delete"));
    expect(questions.at(-1)?.text).toMatch(/\(api key\)$/);
  });

  test("have answers of the kind, beside what is known of it and of all", () => {
    const profile = { ...said, kinds: { server: { words: ["box"], select: { POST: bySid } } } };
    expect(answerSelector(profile, { method: "GET", kind: "server", refused: [] }, own)).toEqual({
      ...said,
      kinds: { server: { words: ["box"], select: { POST: bySid, GET: own } } },
    });
  });
});

describe("an answer", () => {
  test("is saved for the method, and clears what was found for refused operations alone", () => {
    const operations: DialectProfile["operations"] = {
      "project.get": { select: { in: "query", name: "wrong" }, item: "$.data" },
      "deployment.get": { select: { in: "query", name: "right" } },
    };
    const profile: DialectProfile = { version: 2, dialect: "unknown", select: { POST: bySid }, operations };
    expect(answerSelector(profile, { method: "GET", kind: undefined, refused: ["project.get"] }, bySid)).toEqual({
      ...{ version: 2, dialect: "other", select: { POST: bySid, GET: bySid } },
      operations: { ...operations, "project.get": { item: "$.data" } },
    });
  });

  test.each(["", "{id}"])("selects by the id if its value is %j", (value) => {
    expect(readSelector({ ...bySid, value })).toEqual(bySid);
  });

  test("can have a template as its value", () => {
    expect(readSelector({ ...bySid, value: "eq.{id}" })).toEqual({ ...bySid, value: "eq.{id}" });
  });

  test.each([
    ["no name", { in: "query", name: "", value: "" }, "name", "It must not be empty."],
    ["a header that cannot be set", { in: "header", name: "Host", value: "" }, "name", "not the name of a header"],
    ["a value without the item", { in: "query", name: "id", value: "always" }, "value", "selects an item only with"],
    ["braces without a path", { in: "query", name: "id", value: "{}" }, "value", "not a JSONPath"],
  ] as const)("is invalid with %s", (_what, by, field, message) => {
    expect(findSelectorProblem(by)).toMatchObject({ field, message: expect.stringContaining(message) });
    expect(readSelector(by)).toBeUndefined();
  });
});
