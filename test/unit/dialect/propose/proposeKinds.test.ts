import { describe, expect, test } from "vitest";
import type { DialectProfile, KindProfile } from "../../../../src/contract/dialectProfile.ts";
import type { ServiceSamples } from "../../../../src/contract/profile/profileProposal.ts";
import { proposals } from "../../../../src/dialect/propose/proposeKinds.ts";

const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const withKinds = (kinds: Readonly<Record<string, KindProfile>>): DialectProfile => ({ ...other, kinds });

const propose = (samples: ServiceSamples, profile = other) => {
  const kinds = proposals.kinds(profile, samples);
  return (kind: string) => kinds.find((one) => one.kind === kind);
};
const runs = (report: object): ServiceSamples => ({ "serverTestRun.get": [{ id: "r", ...report }] });
const cases = [
  { title: "starts", outcome: "ok", reason: "" },
  { title: "stops", outcome: "broken", reason: "It hangs." },
];

describe("why a deployment failed", () => {
  const samples: ServiceSamples = {
    "deployments.list": [
      { id: "d-1", code: 7, error: { text: "It does not listen." }, log: ["a"] },
      { id: "d-2", code: 8, error: null },
    ],
  };

  test("can be each value that is a text", () => {
    const field = propose(samples)("deployment")?.fields["failure.message"];
    expect(field?.choices).toEqual(expect.arrayContaining(["$.error.text", "$.id", "$.code"]));
    expect(field?.choices).not.toContain("$.log");
  });

  test("is found where an object of that name has a message", () => {
    const failed = { "deployments.list": [{ id: "d-1", failure: { message: "It does not listen." } }] };
    expect(propose(failed)("deployment")?.fields["failure.message"]).toMatchObject({
      ...{ path: "$.failure.message", because: "name" },
    });
  });
});

describe("the list of the cases of a test run", () => {
  test.each<[string, object, string | undefined, readonly string[]]>([
    ["of the contract's name", { cases }, "$.cases[*]", ["$.cases[*]"]],
    ["whose name ends so", { report: { test_cases: cases } }, "$.report.test_cases[*]", ["$.report.test_cases[*]"]],
    ["in lists", { suites: [{ cases }] }, "$.suites[*].cases[*]", ["$.suites[*]", "$.suites[*].cases[*]"]],
    ["of steps", { steps: cases }, "$.steps[*]", ["$.steps[*]"]],
    ["of another name", { checks: cases }, undefined, ["$.checks[*]"]],
    ["that is a list of texts", { checks: ["starts"] }, undefined, []],
  ])("%s is proposed by its name", (_what, report, path, choices) => {
    expect(propose(runs(report))("testRun")?.fields.cases).toMatchObject({ path, choices });
  });

  test("is where the profile says", () => {
    const profile = withKinds({ testRun: { fields: { cases: "$.checks[*]" } } });
    const kind = propose(runs({ checks: cases, steps: [{ title: "waits" }] }), profile);
    expect(kind("testRun")?.fields.cases?.path).toBe("$.checks[*]");
    expect(kind("case")?.count).toBe(2);
  });

  test("has how many cases each run has", () => {
    const columns = propose({ "serverTestRun.get": [{ id: "r", steps: cases }, { id: "q" }] })("testRun")?.columns;
    expect(columns?.find(({ path }) => path === "$.steps[*]")?.values).toEqual(["[2]", null]);
  });
});

describe("the entries of a list", () => {
  test("of cases are a kind, with names, messages and states of their own", () => {
    const kind = propose(runs({ suites: [{ cases }, { cases: [{ title: "waits", outcome: "ok" }] }] }))("case");
    expect(kind).toMatchObject({ count: 3, states: expect.arrayContaining(["passed", "failed", "skipped"]) });
    expect(kind?.fields.name).toMatchObject({ path: "$.title", because: "synonym" });
    expect(kind?.fields.message?.choices).toContain("$.reason");
    expect(kind?.statePaths).toEqual(["$.outcome"]);
    expect(proposals.meaningOf(other, "case", ["skipped"])).toBe("skipped");
  });

  test("of metrics are a kind, with what is used and the limit", () => {
    const usage = { metrics: [{ name: "servers", used: 3, maximum: 10 }] };
    const kind = propose({ "organization.usage": [usage] })("metric");
    expect(kind?.count).toBe(1);
    expect(kind?.fields.name?.path).toBe("$.name");
    expect(kind?.fields.used).toMatchObject({ path: "$.used", choices: ["$.used", "$.maximum"] });
    expect(kind?.fields.limit?.choices).toContain("$.maximum");
  });

  test("are no kind where there is no list of them", () => {
    expect(propose(runs({ checks: cases }))("case")).toBeUndefined();
  });
});

describe("a value", () => {
  const record = (id: string, fields: object) => ({ id, createdTime: "2026-01-01T00:00:00Z", fields });
  const servers = ["s-00001", "s-00002"].map((id) =>
    record(id, { "Server Name": `N ${id}`, Status: "Live", Description: "x", "Latest Version": "1.0.0" }),
  );
  const samples: ServiceSamples = {
    "servers.list": servers,
    "deployments.list": [
      record("d-1", { Server: ["s-00001"], Version: "1.0.0", Status: "Live", "Failure Reason": "Late." }),
    ],
  };

  test("in the object that holds the fields is proposed by its name, or by what it links to", () => {
    const kind = propose(samples);
    expect(kind("server")?.fields).toMatchObject({
      name: { path: "$.fields['Server Name']", because: "synonym" },
      status: { path: "$.fields.Status" },
    });
    expect(kind("deployment")?.fields.serverId).toMatchObject({ path: "$.fields.Server", because: "synonym" });
  });

  test("of another thing, which has an id, is not", () => {
    const linked = { "servers.list": [{ id: "s", project: { id: "p", name: "Shop", status: "on", version: "1" } }] };
    expect(propose(linked)("server")?.fields.name?.path).toBeUndefined();
  });

  test("in the only entry of a list can be a field, and not in one of several", () => {
    const choicesOf = (issues: readonly object[]) =>
      propose({ "deployments.list": [{ id: "d", issues }] })("deployment")?.fields["failure.message"]?.choices;
    expect(choicesOf([{ text: "Late." }])).toContain("$.issues[0].text");
    expect(choicesOf([{ text: "Late." }, { text: "Odd." }])).not.toContain("$.issues[0].text");
  });

  test("that is null in one item and an object in another is none", () => {
    const runs = [
      { id: "a", status: "completed", result: null },
      { id: "b", status: "completed", result: { total: 1 } },
    ];
    expect(propose({ "serverTestRuns.list": runs })("testRun")?.statePaths).toEqual(["$.status"]);
  });

  test("that looks like a field, or has a like name, comes first among the choices", () => {
    const build = { image: { tag: "1.2.0", note: "n" }, error_text: "Late." };
    const fields = propose({ "deployments.list": [{ id: "d", a: "x", b: "y", build }] })("deployment")?.fields;
    expect(fields?.version?.choices[0]).toBe("$.build.image.tag");
    expect(fields?.["failure.message"]?.choices[0]).toBe("$.build.error_text");
  });

  test("that is a text in place of a failure is what it says", () => {
    const fields = propose({ "deployments.list": [{ id: "d", failureReason: "Late." }] })("deployment")?.fields;
    expect(fields?.["failure.message"]).toMatchObject({ path: "$.failureReason", because: "synonym" });
  });

  test("that says what an entry of the registry is has words as a state has", () => {
    const kind = propose({ "registry.artifacts": [{ id: "a", type: "mcp" }] })("artifact");
    expect(kind).toMatchObject({ statePaths: ["$.type"], states: ["server", "skill"] });
    expect(proposals.meaningOf(other, "artifact", ["mcp"])).toBe("server");
  });
});
