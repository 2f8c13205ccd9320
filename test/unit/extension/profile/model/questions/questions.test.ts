import { describe, expect, test } from "vitest";
import type { DialectProfile, KindProfile } from "../../../../../../src/contract/dialectProfile.ts";
import type { ServiceSamples } from "../../../../../../src/contract/profile/profileProposal.ts";
import { proposals } from "../../../../../../src/dialect/propose/proposeKinds.ts";
import { listQuestions, type Question } from "../../../../../../src/extension/profile/model/questions/questions.ts";
import { questionTexts } from "../../../../../../src/extension/profile/model/questions/questionTexts.ts";

const samples: ServiceSamples = {
  "projects.list": [
    { uuid: "prj-1", name: "Shop" },
    { uuid: "prj-2", name: "Till" },
  ],
  "servers.list": [
    { uuid: "srv-1", title: "Weather", group: { id: "prj-1" }, note: "prj" },
    { uuid: "srv-2", title: "Tides", group: { id: "prj-2" }, note: "none" },
  ],
  "deployments.list": [
    { uuid: "dep-1", unit: "srv-1", phase: "RUNNING", version: "1.0.0", at: "https://mcp.example/w" },
    { uuid: "dep-2", unit: "srv-2", phase: "QUIESCING", version: "1.0.0" },
  ],
};
const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const withKinds = (kinds: Readonly<Record<string, KindProfile>>): DialectProfile => ({ ...other, kinds });

function ask(profile = other, of = samples, chosen = {}) {
  const questions = listQuestions(proposals, profile, of, chosen);
  const find = (id: string): Question | undefined => questions.find((question) => question.id === id);
  return { questions, find };
}

describe("the questions about a service", () => {
  test("are of what was seen, those that matter most first", () => {
    const ids = ask().questions.map(({ id }) => id);
    expect(ids).toEqual([...questionTexts.keys()].filter((id) => /^(?:project|server|deployment)\./.test(id)));
    expect(ids.slice(0, 3)).toEqual(["server.name", "deployment.status", "deployment.serverId"]);
    expect(ask(other, {}).questions).toEqual([]);
    expect(ask(other, { "servers.list": [] }).questions).toEqual([]);
  });

  test.each<[string, string, string | null | undefined]>([
    ["project.name", "answered", "$.name"],
    ["server.name", "proposed", "$.title"],
    ["deployment.serverId", "proposed", "$.unit"],
    ["deployment.version", "answered", "$.version"],
    ["server.projectId", "proposed", "$.group"],
    ["server.latestVersion", "open", undefined],
    ["deployment.url", "open", undefined],
  ])("say of %s that it is %s", (id, state, chosen) => {
    expect(ask().find(id)).toMatchObject({ type: "field", state, chosen });
  });

  test("do not ask for the text of an event that is read as its name suggests", () => {
    const state = (event: object) => ask(other, { "deployment.events": [event] as never }).find("event.message")?.state;
    expect([state({ id: "e", textPayload: "Up" }), state({ id: "e", fields: { Note: "Up" } })]).toEqual([
      ...["answered", "open"],
    ]);
  });

  test("say which entries of the registry are servers as states are said, and no state is in a list", () => {
    const entries = [{ id: "a", type: "mcp", tags: [{ kind: "x" }, { kind: "y" }] }];
    const question = ask(other, { "registry.artifacts": entries }).find("artifact.kind");
    expect(question).toMatchObject({ type: "states", chosen: ["$.type"], states: ["server", "skill"] });
    expect(question).toMatchObject({ combinations: [{ values: ["mcp"], proposed: "server" }] });
    const paths = question?.type === "states" ? question.columns.map(({ path }) => path) : [];
    expect(paths).toEqual(["$.type"]);
  });

  test.each<[string, KindProfile["fields"], string | null | undefined]>([
    ["another path", { name: "$.note" }, "$.note"],
    ["a path in another form", { name: "$['note']" }, "$.note"],
    ["none", { name: null }, null],
    ["a query", { name: "$..title" }, "$..title"],
    ["an expression, which is no path", { name: { template: "{note}-{title}" } }, undefined],
  ])("are answered by the profile: %s", (_what, fields, chosen) => {
    expect(ask(withKinds({ server: { fields } })).find("server.name")).toMatchObject({ state: "answered", chosen });
  });

  test("are answered by what the profile has for one operation of the kind", () => {
    const operations = { "servers.list": { fields: { name: "$.note" } } };
    expect(ask({ ...other, operations }).find("server.name")).toMatchObject({ state: "answered", chosen: "$.note" });
  });

  test.each([
    ["proposed", "$.title", { title: "Weather" }],
    ["open", undefined, {}],
  ])("say of a name with generated ids only that it is %s, and offer it", (state, chosen, more) => {
    const name = "0d3a1f0e-8a43-4f0e-9a0c-0c1d2e3f4a5b";
    const question = ask(other, { "servers.list": [{ uuid: "srv-1", name, ...more }] }).find("server.name");
    expect(question).toMatchObject({
      state,
      chosen,
      choices: expect.arrayContaining([expect.objectContaining({ path: "$.name" })]),
    });
  });

  test("know the ids of a kind that no name shows", () => {
    const of: ServiceSamples = {
      "servers.list": [{ boxNo_id: "box-1" }, { boxNo_id: "box-2" }],
      "deployments.list": [{ id: "d-1", at: { place: "box-1", other: "x-1" } }],
    };
    const question = ask(other, of).find("deployment.serverId");
    expect(question?.type === "field" && question.choices[0]?.path).toBe("$.at.place");
  });

  test("have choices with their values, the proposed one first", () => {
    const question = ask().find("server.name");
    expect(question?.type === "field" && question.choices[0]).toEqual({
      path: "$.title",
      values: ["Weather", "Tides"],
    });
    expect(question?.type === "field" && question.choices.map(({ path }) => path)).toEqual([
      ...["$.title", "$.uuid", "$.note", "$.group.id"],
    ]);
  });

  test("have the values of an object that holds a link", () => {
    const question = ask().find("server.projectId");
    expect(question?.type === "field" && question.choices[0]).toEqual({ path: "$.group", values: ["prj-1", "prj-2"] });
  });

  test("have links before other ids", () => {
    const ambiguous: ServiceSamples = {
      ...samples,
      "deployments.list": [
        { uuid: "dep-1", code: "c-1", meta: { unit: "srv-1", first: "srv-1" } },
        { uuid: "dep-2", code: "c-2", meta: { unit: "srv-2", first: null } },
      ],
    };
    const question = ask(other, ambiguous).find("deployment.serverId");
    expect(question).toMatchObject({ state: "open", chosen: undefined });
    expect(question?.type === "field" && question.choices.map(({ path }) => path)).toEqual([
      ...["$.meta.unit", "$.meta.first", "$.uuid", "$.code"],
    ]);
  });
});

describe("the question about the states of a kind", () => {
  const states = (profile = other, of = samples, chosen = {}) => {
    const question = ask(profile, of, chosen).find("deployment.status");
    if (question?.type !== "states") throw new Error("There is no such question.");
    return question;
  };
  const phases = (...all: readonly (string | null)[]): ServiceSamples => ({
    "deployments.list": all.map((phase, at) => ({ id: `d-${at}`, phase, live: phase === "RUNNING" })),
  });

  test("has each value, the most frequent first, and what it usually means", () => {
    const { state, chosen, combinations, states: known } = states(other, phases("ODD", "RUNNING", "RUNNING"));
    expect([state, chosen]).toEqual(["open", ["$.phase"]]);
    expect(combinations).toEqual([
      { values: ["RUNNING"], count: 2, is: undefined, proposed: "running" },
      { values: ["ODD"], count: 1, is: undefined, proposed: undefined },
    ]);
    expect(known).toContain("running");
  });

  test("is proposed where each value has a usual meaning, and answered where each has a rule", () => {
    const of = phases("RUNNING", "STOPPED");
    expect(states(other, of).state).toBe("proposed");
    const rule = (value: string, is: string) => ({ when: { "$.phase": value }, is });
    const some = withKinds({ deployment: { states: [rule("RUNNING", "running")] } });
    expect([states(some, of).state, states(some, of).combinations.map(({ is }) => is)]).toEqual([
      "proposed",
      ["running", undefined],
    ]);
    const all = withKinds({ deployment: { states: [rule("RUNNING", "running"), rule("STOPPED", "stopped")] } });
    expect(states(all, of).state).toBe("answered");
  });

  test("offers no ids as what says the state", () => {
    const item = { id: "d-1", phase: "ODD", project_id: "p", projectId: "p", unit: { guid: "u" }, paid: "no" };
    const { columns } = states(other, { "deployments.list": [item] });
    expect(columns.map(({ path }) => path)).toEqual(["$.phase", "$.paid"]);
  });

  test("is open where nothing looks like a state", () => {
    const of: ServiceSamples = { "deployments.list": [{ id: "d", word: "x" }] };
    expect(states(other, of)).toMatchObject({ state: "open", chosen: [], combinations: [] });
  });

  test("has the values of two paths together, where the user chose these", () => {
    const { combinations } = states(other, phases("RUNNING", "ODD", null), { deployment: ["$.phase", "$.live"] });
    expect(combinations.map(({ values, count }) => [...values, count])).toEqual([
      ["RUNNING", "true", 1],
      ["ODD", "false", 1],
      [null, "false", 1],
    ]);
  });

  test("has how it ended beside the word that says that it ended", () => {
    const of: ServiceSamples = {
      "deployments.list": [
        { id: "a", status: "completed", conclusion: "failure" },
        { id: "b", status: "running", conclusion: null },
      ],
    };
    expect(states(other, of)).toMatchObject({
      chosen: ["$.status", "$.conclusion"],
      combinations: [
        { values: ["completed", "failure"], proposed: "failed" },
        { values: ["running", null], proposed: "running" },
      ],
    });
  });

  test("has the word of an object, and not what is beside it", () => {
    const of: ServiceSamples = {
      "deployments.list": [{ id: "a", status: { since: "2026-01-01", state: "RUNNING" } }],
    };
    expect(states(other, of)).toMatchObject({ state: "proposed", chosen: ["$.status.state"] });
  });

  test("follows the paths of the rules, in any form, also queries", () => {
    const query = "$.conditions[?@.type=='Ready'].status";
    const when = { "$['phase']": "Up", [query]: "True" };
    const profile = withKinds({ deployment: { states: [{ when, is: "running" }] } });
    const condition = (status: string) => [{ type: "Ready", status }];
    const of: ServiceSamples = {
      "deployments.list": [
        { id: "a", phase: "Up", conditions: condition("True") },
        { id: "b", phase: "Up", conditions: condition("False") },
      ],
    };
    expect(states(profile, of)).toMatchObject({
      chosen: ["$.phase", query],
      combinations: [
        { values: ["Up", "True"], is: "running" },
        { values: ["Up", "False"], is: undefined },
      ],
    });
  });

  test("has columns with few short values, the chosen one first, then those that sound like a state", () => {
    const items = Array.from({ length: 30 }, (_, at) => ({
      ...{ id: `d-${at}`, region: at % 2 === 0 ? "eu" : "us", text: "x".repeat(61), phase: "Up", is_active: at > 3 },
    }));
    expect(states(other, { "deployments.list": items }).columns.map(({ path }) => path)).toEqual([
      ...["$.phase", "$.is_active", "$.region"],
    ]);
  });
});

test("a state can be said by the only entry of a list, and by no time and no link", () => {
  const run = (id: string, state: string) => ({
    server: `s-${state}`,
    id,
    at: "2026-01-01T00:00:00Z",
    conditions: [{ state, since: "2026-01-02T00:00:00Z" }],
  });
  const { find } = ask(other, { "serverTestRuns.list": [run("r1", "OK"), run("r2", "BAD")] });
  const question = find("testRun.status");
  expect(question?.type === "states" && question.columns.map(({ path }) => path)).toEqual(["$.conditions[0].state"]);
});
