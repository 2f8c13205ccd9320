import { describe, expect, test } from "vitest";
import { checkProfile } from "../../../../../src/extension/profile/model/checkProfile.ts";

const check = (lines: object) => {
  const checked = checkProfile(JSON.stringify({ version: 2, dialect: "other", operations: {}, ...lines }, null, 2));
  return checked.kind === "profile" ? [] : checked.problems.map(({ line, message }) => `${line + 1}: ${message}`);
};
const operation = (name: string, lines: object) => ({ operations: { [name]: lines } });
const kind = (lines: object, name: string) => ({ kinds: { [name]: lines } });

describe("a profile", () => {
  test.each<[string, object, string]>([
    [
      "a field that the kind does not have",
      kind({ fields: { nam: "$.a" } }, "project"),
      'kinds.project.fields has no "nam". Completion shows the names that it has.',
    ],
    ["a part that a field does not have", kind({ fields: { "failure.word": "$.a" } }, "deployment"), '"failure.word"'],
    [
      "a field that an answer does not have",
      operation("me.get", { fields: { nam: "$.a" } }),
      'me.get.fields has no "nam"',
    ],
    [
      "a parameter that is misspelled",
      operation("projects.create", { params: { nam: "label" } }),
      'operations.projects.create.params has no "nam". It has name and description.',
    ],
    ...["skill.installations", "serverTestRuns.list", "skillTestRuns.list", "project.get"].map(
      (name): [string, object, string] => [
        `the parameter id, which is not sent: ${name}`,
        operation(name, { params: { id: "ref" } }),
        `operations.${name}.params has no "id".`,
      ],
    ),
    [
      "a name for what Fairlead filters itself",
      operation("projects.list", { params: { q: "search" } }),
      'No request of projects.list sends "q": Fairlead does that itself. Only null can stand here.',
    ],
    [
      "a parameter without its value",
      operation("servers.list", { params: { projectId: { name: "project", value: "eq." } } }),
      "A value is a text with {value}, such as eq.{value}.",
    ],
    [
      "a parameter that is a list",
      operation("servers.list", { params: { projectId: ["project"] } }),
      'A parameter is a name, or an object with "name" and "value", such as',
    ],
    [
      "a misspelled input in a body",
      operation("projects.create", { body: { title: "{{nam}}" } }),
      'operations.projects.create.body has no "nam". It has name and description.',
    ],
    [
      "an input of no item",
      operation("projects.create", { body: { title: "{{id}}" } }),
      'operations.projects.create.body has no "id".',
    ],
    ["an input with spaces", operation("projects.create", { body: { title: "{{ name }}" } }), 'has no " name ".'],
    ...["files", "target"].map((input): [string, object, string] => [
      `a list or an object inside a text: ${input}`,
      operation(input === "files" ? "skills.create" : "skill.install", { body: { a: { b: [`x {{${input}}}`] } } }),
      `"${input}" is a list or an object, and no part of a text. Write "{{${input}}}" alone, or "{{${input}|json}}" for a text of JSON.`,
    ]),
    [
      "a compared field that is misspelled",
      operation("project.update", { compare: ["nam"] }),
      'operations.project.update.compare has no "nam".',
    ],
    [
      "fields that are compared after something new is made",
      operation("projects.create", { compare: ["name"] }),
      'projects.create makes something new or nothing, so it has no "compare".',
    ],
  ])("with %s is rejected with a sentence", (_what, lines, message) => {
    expect(check(lines)).toEqual([expect.stringContaining(message)]);
  });

  test("with a list inside a text is rejected at the text", () => {
    const body = { a: ["{{notes}}", "x {{files}}"] };
    expect(check(operation("skills.create", { body }))).toEqual([expect.stringMatching(/^9: "files" is a list/)]);
  });

  test("with names that are sent and read is valid", () => {
    const operations = {
      "projects.list": { params: { q: null, limit: null, includeArchived: "all" } },
      "skill.installations": { params: { skillId: { name: "skill", value: "eq.{value}" } } },
      "skill.install": { body: { skill: "{{id}}", agent: "for {{target.agent}}" }, params: { "target.path": "path" } },
      "skill.update": { body: { all: "{{files}}", text: "x {{files|json}}", title: "{{name}}" } },
      "server.deploy": { body: { home: "{{environment.HOME}}" } },
    };
    expect(check({ operations })).toEqual([]);
  });
});
