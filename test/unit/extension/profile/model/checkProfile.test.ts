import { describe, expect, test } from "vitest";
import { checkProfile } from "../../../../../src/extension/profile/model/checkProfile.ts";

const check = (profile: object | string) => {
  const text = typeof profile === "string" ? profile : JSON.stringify(profile, null, 2);
  const checked = checkProfile(text);
  return checked.kind === "profile"
    ? checked.profile
    : checked.problems.map(({ line, message }) => `${line + 1}: ${message}`);
};

const ownPath = { in: "path", name: "/servers/{value}" };
/** So many values with their paths. */
const numbered = (count: number, name = "$.field") =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, `$.field${at}`]));
const nest = (levels: number): unknown => (levels === 0 ? "$.name" : { first: [nest(levels - 1)] });

const sound = { version: 2, dialect: "other", operations: { "projects.list": { list: "$.data" } } };

describe("a profile", () => {
  test("that is valid is returned unchanged", () => {
    expect(check(sound)).toEqual(sound);
  });

  test("that is not JSON is rejected at the position of the error", () => {
    expect(check('{\n  "version": 1,\n')).toEqual([expect.stringMatching(/^\d: This is not JSON/)]);
  });

  test("with an unknown field is rejected at that field", () => {
    expect(check({ ...sound, colour: "red" })).toEqual(['9: A profile has no "colour" here.']);
  });

  test("of an unknown operation is rejected at its name", () => {
    const [problem] = [check({ ...sound, operations: { "projects.burn": {} } })].flat();
    expect(problem).toMatch(/^5: "projects\.burn" is no name here: There is no such operation/);
  });

  test("without a version is rejected", () => {
    expect(check({ dialect: "other", operations: {} })).toEqual([expect.stringContaining('"version" is missing.')]);
  });

  test.each<[string, object, string]>([
    [
      "a user name with a colon",
      { header: "Authorization", scheme: "Basic", user: "ann:one" },
      "7: credential.user: A user name of HTTP Basic has no colon.",
    ],
    [
      "a token address without encryption",
      { header: "Authorization", clientCredentials: { tokenUrl: "http://auth.example/token" } },
      "7: A token address is an https URL, or an http URL of this machine, without a user name.",
    ],
    [
      "a scope with a space",
      { header: "Authorization", clientCredentials: { tokenUrl: "https://auth.example/t", scopes: ["a b"] } },
      "9: credential.clientCredentials.scopes.0: A scope has no spaces, quotes or special characters.",
    ],
    [
      "a client secret",
      { header: "Authorization", clientCredentials: { tokenUrl: "https://auth.example/t", clientSecret: "x" } },
      '8: A profile has no "clientSecret" here.',
    ],
    [
      "a user name and client credentials",
      { header: "Authorization", user: "ann", clientCredentials: { tokenUrl: "https://auth.example/t" } },
      "6: A request carries a user name or an access token, not both.",
    ],
  ])("with %s is rejected there", (_what, credential, problem) => {
    expect(check({ version: 2, dialect: "other", credential, operations: {} })).toEqual([problem]);
  });

  test.each(["Bearer abcdefgh1234", "ghp_0123456789abcdefghijklmnopqrstuvwxyz", "https://me:word@host/"])(
    "with a likely secret in a body is rejected at its position (%s)",
    (secret) => {
      const operations = { "servers.create": { body: { nested: [{ value: secret }] } } };
      expect(check({ ...sound, operations })).toEqual([
        expect.stringContaining("This looks like a secret. A profile is stored in plain text."),
      ]);
    },
  );

  test("with templates in a body contains no secret", () => {
    const operations = { "servers.create": { body: { name: "{{name}}", token: "{{name}}" } } };
    expect(check({ ...sound, operations })).toEqual({ ...sound, operations });
  });

  const operation = (name: string, lines: object) => ({ operations: { [name]: lines } });
  const kind = (lines: object, name = "server") => ({ kinds: { [name]: lines } });
  test.each<[string, object, string]>([
    [
      "a field of no JSONPath",
      kind({ fields: { name: "$.a[" } }),
      "This is not a JSONPath (RFC 9535), such as $.metadata.name.",
    ],
    [
      "a place of many values",
      operation("projects.list", { list: "$.data[*]" }),
      "This is not the path of one value, such as $.data.items.",
    ],
    [
      "a template of no JSONPath",
      kind({ fields: { name: { template: "{$.a}/{$.b[}" } } }),
      "What stands in braces is not a JSONPath (RFC 9535), such as {$.metadata.name}.",
    ],
    [
      "a lookup without a list",
      kind({ fields: { projectId: { lookup: "$.project", by: "$.id", value: "$.name" } } }),
      'A lookup has three paths beside it: "in" for a list in the response, "by" for the id in an entry and "value".',
    ],
    [
      "a value that is none",
      kind({ fields: { name: { last: ["$.a"] } } }),
      "A value is a JSONPath, or an object with first, concat, template or lookup, whose paths are JSONPaths.",
    ],
    [
      "a rule that compares with an object",
      kind({ states: [{ when: { "$.state": {} }, is: "ready" }] }),
      "A rule compares with a text, a number, true, false or null, or with a list of them.",
    ],
    [
      "an unknown kind",
      kind({}, "droplet"),
      'There is no kind "droplet". The kinds are apiKey, artifact, case, deployment,',
    ],
    [
      "a state that the kind does not have",
      kind({ states: [{ when: { "$.state": "on" }, is: "on" }] }),
      '"on" is no state of the kind server. Its states are draft, generating, ready, failed.',
    ],
    [
      "a state of a kind without states",
      kind({ states: [{ when: { "$.state": "on" }, is: "on" }] }, "project"),
      "The kind project has no states.",
    ],
    [
      "an unknown paging",
      operation("projects.list", { paging: { kind: "pages" } }),
      "A list is paged by none, cursor, header, page, offset, last, link, range or url.",
    ],
    [
      "a short page without a size",
      operation("projects.list", { paging: { kind: "offset", param: "skip", until: "short" } }),
      "A page is short only where pageSize names the parameter for its size.",
    ],
    [
      "an item of a list",
      operation("projects.list", { item: "$.a" }),
      'projects.list returns a list, so it has no "item".',
    ],
    [
      "a list of an item",
      operation("project.get", { list: "$.a" }),
      'project.get returns no list, so it has no "list".',
    ],
    [
      "a selector of a list",
      operation("serverTestRuns.list", { select: { in: "query", name: "id" } }),
      'serverTestRuns.list selects no single item: "params" names its filters.',
    ],
    ["a body of a read", operation("project.get", { body: {} }), 'project.get sends no body, so it has no "body".'],
    [
      "a selector with one value for all",
      operation("project.get", { select: { in: "query", name: "id", value: "eq.id" } }),
      "A value selects an item only with {id} or another value of the item in braces.",
    ],
    [
      "a header with an unknown value",
      operation("project.get", { headers: { "X-Time": "{time}" } }),
      "A header can have {uuid}, {now} and {id}.",
    ],
    ...["X-HTTP-Method", "x-http-method-override", "X-Method-Override"].map((header): [string, object, string] => [
      `the header ${header}, which makes a change of a read`,
      { headers: { [header]: "DELETE" } },
      "This is not the name of a header that can be set.",
    ]),
    ...["Authorization", "Proxy-Authorization", "Cookie", "Host"].map((name): [string, object, string] => [
      `an item in the header ${name}`,
      operation("project.get", { select: { in: "header", name } }),
      "This is not the name of a header that can be set.",
    ]),
    ["a path for all kinds", { select: { GET: ownPath } }, "A path of its own is of one operation."],
    [
      "a path for a kind",
      { kinds: { server: { select: { POST: ownPath } } } },
      "A path of its own is of one operation.",
    ],
    ["rules of 6 values", { kinds: { server: { states: [{ when: numbered(6), is: "ready" }] } } }, "at most 5 values"],
    ["101 fields", { kinds: { server: { fields: numbered(101) } } }, "at most 100 fields"],
    ["6 nested values", { kinds: { server: { fields: { name: nest(6) } } } }, "at most 5 objects inside each other"],
    ...[
      "//other.example/{value}",
      "/../{value}",
      "/a/{value}?all",
      "/a/b",
      "https://other.example/{value}",
      "/a/..;/{value}",
    ].map((name): [string, object, string] => [
      `the path ${name}`,
      operation("project.get", { select: { in: "path", name } }),
      "A path of the service is like /api/v1/servers/{value}/deploy: it has {value}, and no dots, query or host.",
    ]),
  ])("with %s is rejected with a sentence", (_what, lines, message) => {
    expect(check({ ...sound, ...lines })).toEqual([expect.stringContaining(message)]);
  });

  test("with the most values of a rule, fields and nested values is valid", () => {
    const states = [{ when: numbered(5), is: "ready" }];
    const profile = {
      ...sound,
      kinds: { server: { states, fields: { ...numbered(99, "environment.F"), name: nest(5) } } },
    };
    expect(check(profile)).toEqual(profile);
  });

  test("of the entries of lists in its items is valid", () => {
    const states = [{ when: { "$.outcome": "ok" }, is: "passed" }];
    const profile = {
      ...sound,
      kinds: { case: { fields: { name: "$.title" }, states }, metric: { words: ["gauge"] } },
    };
    expect(check(profile)).toEqual(profile);
  });

  test.each([51, 200_000])("that is nested %i levels deep is rejected with a sentence", (levels) => {
    const tooDeep = "1: A profile has at most 50 objects and lists inside each other.";
    const list = "[".repeat(levels) + "]".repeat(levels);
    expect(check(list)).toEqual([tooDeep]);
    expect(check(`{"version":1,"dialect":"other","operations":{},"errors":${list}}`)).toEqual([tooDeep]);
  });

  test("with a wrong state is rejected at the state", () => {
    const states = [
      { when: { "$.state": "up" }, is: "ready" },
      { when: { "$.state": "down" }, is: "off" },
    ];
    const text = JSON.stringify({ ...sound, kinds: { server: { states } } }, null, 2);
    const line = text.split("\n").findIndex((one) => one.includes('"off"')) + 1;
    expect(check(text)).toEqual([expect.stringMatching(`^${line}: "off" is no state`)]);
  });
});
