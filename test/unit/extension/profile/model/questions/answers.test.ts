import { describe, expect, test } from "vitest";
import {
  type DialectProfile,
  dialectProfileSchema,
  type KindProfile,
} from "../../../../../../src/contract/dialectProfile.ts";
import type { ServiceSamples } from "../../../../../../src/contract/profile/profileProposal.ts";
import { proposals } from "../../../../../../src/dialect/propose/proposeKinds.ts";
import { applyStateRules } from "../../../../../../src/dialect/read/readState.ts";
import {
  acceptProposals,
  answerField,
  answerState,
} from "../../../../../../src/extension/profile/model/questions/answers.ts";
import { listQuestions } from "../../../../../../src/extension/profile/model/questions/questions.ts";

const unknown: DialectProfile = { version: 2, dialect: "unknown", operations: {} };
const withKinds = (kinds: Readonly<Record<string, KindProfile>>): DialectProfile => ({ ...unknown, kinds });
const samples: ServiceSamples = {
  "servers.list": [
    { uuid: "srv-1", title: "Weather" },
    { uuid: "srv-2", title: "Tides" },
  ],
  "deployments.list": [
    { uuid: "dep-1", unit: "srv-1", phase: "RUNNING" },
    { uuid: "dep-2", unit: "srv-2", phase: "ODD" },
  ],
};

describe("an answer about a field", () => {
  test("is a line of its kind, beside the others", () => {
    const profile = withKinds({ server: { words: ["box"], fields: { id: "$.uuid" } }, skill: { words: ["recipe"] } });
    expect(answerField(profile, { kind: "server", field: "name" }, "$.title")).toEqual({
      ...profile,
      dialect: "other",
      kinds: { ...profile.kinds, server: { words: ["box"], fields: { id: "$.uuid", name: "$.title" } } },
    });
  });

  test("replaces what operations of the kind have of the field", () => {
    const fields = { name: "$.label", slug: "$.handle" };
    const operations = { "servers.list": { list: "$.data", fields }, "projects.list": { fields }, "server.get": {} };
    const answered = answerField({ ...unknown, operations }, { kind: "server", field: "name" }, "$.title");
    expect(answered.operations).toEqual({
      "servers.list": { list: "$.data", fields: { slug: "$.handle" } },
      "projects.list": { fields },
      "server.get": {},
    });
  });

  test("that no item has it is an answer", () => {
    const profile = answerField(unknown, { kind: "server", field: "name" }, null);
    expect(profile.kinds).toEqual({ server: { fields: { name: null } } });
    expect(listQuestions(proposals, profile, samples).find(({ id }) => id === "server.name")).toMatchObject({
      state: "answered",
      chosen: null,
    });
  });
});

describe("an answer about a state", () => {
  const statesOf = (profile: DialectProfile) => {
    const question = listQuestions(proposals, profile, samples).find(({ id }) => id === "deployment.status");
    if (question?.type !== "states") throw new Error("There is no such question.");
    return question;
  };
  const answer = (profile: DialectProfile, word: string, is: string | undefined) => {
    const question = statesOf(profile);
    return answerState(
      profile,
      question,
      question.combinations.findIndex(({ values }) => values[0] === word),
      is,
    );
  };

  test("is a rule, and can be taken back", () => {
    const answered = answer(unknown, "ODD", "paused");
    expect(answered.kinds?.deployment?.states).toEqual([{ when: { "$.phase": "ODD" }, is: "paused" }]);
    expect(answer(answered, "ODD", undefined).kinds?.deployment?.states).toEqual([]);
    expect(statesOf(answer(answered, "ODD", undefined)).chosen).toEqual(["$.phase"]);
  });

  test("leaves what the profile says of values that were not seen", () => {
    const states = [{ when: { phase: ["GONE", "ODD"] }, is: "stopped" }];
    expect(answer(withKinds({ deployment: { states } }), "ODD", "paused").kinds?.deployment?.states).toEqual([
      { when: { "$.phase": "ODD" }, is: "paused" },
      { when: { phase: ["GONE"] }, is: "stopped" },
    ]);
  });
});

describe("accepting what is proposed", () => {
  test("says where fields are and what usual words mean, and nothing of others", () => {
    const accepted = acceptProposals(proposals, unknown, samples);
    const { server, deployment } = accepted.kinds ?? {};
    expect([accepted.dialect, server]).toEqual(["other", { fields: { id: "$.uuid", name: "$.title" } }]);
    expect(deployment?.fields).toEqual({ id: "$.uuid", serverId: "$.unit", status: "$.phase" });
    const meaning = (phase: string) => applyStateRules(deployment?.states ?? [], { phase });
    expect(["RUNNING", "ODD"].map(meaning)).toEqual(["running", undefined]);
    expect(dialectProfileSchema.parse(accepted)).toEqual(accepted);
    expect(acceptProposals(proposals, accepted, samples)).toEqual(accepted);
  });

  test("says what usual words mean that were not seen, in the service's style", () => {
    const upper: ServiceSamples = { "deployments.list": [{ id: "d", status: "DEPLOYMENT_STATE_RUNNING" }] };
    const rules = (profile: DialectProfile) => profile.kinds?.deployment?.states ?? [];
    const of = (seen: ServiceSamples, word: string) =>
      applyStateRules(rules(acceptProposals(proposals, unknown, seen)), { phase: word, status: word });
    expect([of(samples, "STOPPED"), of(samples, "stopped"), of(samples, "constructor")]).toEqual([
      ...["stopped", "stopped", undefined],
    ]);
    expect([of(upper, "DEPLOYMENT_STATE_STOPPED"), of(upper, "STOPPED")]).toEqual(["stopped", undefined]);
  });

  test("leaves what was answered, also that no item has a field", () => {
    const answered = withKinds({
      server: { fields: { name: null } },
      deployment: { fields: { serverId: "$.other" }, states: [{ when: { "$.phase": "RUNNING" }, is: "paused" }] },
    });
    const accepted = acceptProposals(proposals, answered, samples);
    expect(accepted.kinds?.server?.fields).toEqual({ id: "$.uuid", name: null });
    expect(accepted.kinds?.deployment?.fields).toMatchObject({ serverId: "$.other" });
    expect(accepted.kinds?.deployment?.states?.[0]).toMatchObject({ when: { "$.phase": "RUNNING" }, is: "paused" });
  });

  test("changes nothing where nothing is proposed", () => {
    const named: ServiceSamples = { "servers.list": [{ id: "s", name: "Weather" }] };
    const stateless: ServiceSamples = { "deployments.list": [{ id: "d", version: "1" }] };
    for (const seen of [{}, named, stateless]) expect(acceptProposals(proposals, unknown, seen)).toBe(unknown);
  });

  test("leaves out paths that a profile cannot have", () => {
    const path = `$.${"a".repeat(500)}`;
    const long: typeof proposals = {
      ...proposals,
      kinds: (profile, seen) =>
        proposals.kinds(profile, seen).map((one) => ({
          ...one,
          fields: { ...one.fields, name: { path, because: "synonym", choices: [path] } },
          columns: [...one.columns, { path, values: ["RUNNING"] }],
          statePaths: [path],
        })),
    };
    const { server, deployment } = acceptProposals(long, unknown, samples).kinds ?? {};
    expect(server?.fields).toEqual({ id: "$.uuid" });
    expect(deployment).toEqual({ fields: { id: "$.uuid", serverId: "$.unit", status: "$.phase" } });
  });

  test("is a profile that can be saved, whatever the values are", () => {
    const items = Array.from({ length: 80 }, (_, at) => ({ id: `d-${at}`, phase: `failed ${"x".repeat(at * 5)}` }));
    const many: ServiceSamples = {
      "deployments.list": items.map((item) => ({ ...item, phase: item.phase.slice(0, 300) })),
    };
    const profile = acceptProposals(proposals, unknown, many);
    expect(dialectProfileSchema.safeParse(profile).error).toBeUndefined();
  });
});
