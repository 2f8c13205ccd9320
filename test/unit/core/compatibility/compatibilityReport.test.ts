import { describe, expect, test } from "vitest";
import { contractProfile } from "../../../../src/contract/dialectProfile.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { createCompatibilityReport } from "../../../../src/core/compatibility/compatibilityReport.ts";
import { compatibilityReportSchema } from "../../../../src/core/compatibility/compatibilityReportSchema.ts";
import { formatIssueText } from "../../../../src/core/compatibility/formatIssueText.ts";
import { createEvidence, learnedEvidence, learnedProfile } from "../../../support/dialect/learnedProfile.ts";

const about = { madeAt: "2026-11-21T12:00:00.000Z", hidden: { host: "service.example", names: [] } };
const report = createCompatibilityReport(learnedProfile, learnedEvidence, about);
const of = (name: string) => report.operations.find(({ operation }) => operation === name);

describe("the report of a service with another dialect", () => {
  test("contains each of the 43 operations once", () => {
    expect(report.operations.map(({ operation }) => operation).sort()).toEqual(Object.keys(operationTable).sort());
    expect(report.totals.all).toBe(43);
  });

  test("matches its schema, also after serialization", () => {
    expect(compatibilityReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test("describes the credential, the tenant, the errors and the document of the service", () => {
    const { credential, tenant, errors, document } = report;
    expect({ credential, tenant, errors, document }).toEqual({
      credential: "X-API-Key: <key>",
      tenant: "X-Organization",
      errors: "message at error.message",
      document: false,
    });
  });

  test("describes how a list is wrapped and paged, where each field is and why, and what is assumed", () => {
    expect(of("projects.list")).toMatchObject({
      ...{ outcome: "recognised", reached: true, status: 200, selected: null },
      wrapped: "list at data.projects",
      paged: "cursor after from meta.next_cursor, size by per_page",
      fields: [
        { field: "id", at: "uuid", because: "synonym" },
        { field: "name", at: "title", because: "likeness" },
        { field: "slug", at: "handle", because: "profile" },
      ],
      ...{ assumed: ["name"], unknown: ["colour", "quota.left"], unsaid: ["description"] },
    });
  });

  test("describes how an item is selected", () => {
    expect(of("project.get")?.selected).toBe("query parameter slug with the item's slug");
    expect(of("server.generate")?.selected).toBe("header X-Server-Id");
    const asContract = createCompatibilityReport(learnedProfile, { "deployment.get": createEvidence() }, about);
    expect(asContract.operations.find(({ operation }) => operation === "deployment.get")?.selected).toBe(
      "query parameter id, as in the contract",
    );
  });

  test("describes what is known of changing operations without calling them", () => {
    expect(of("server.generate")).toMatchObject({
      ...{ outcome: "assumed", reached: false, changes: true, params: { version: "tag", source: null } },
      notes: [expect.stringContaining("A check never tries it.")],
    });
    expect(of("server.deploy")).toMatchObject({ outcome: "assumed", body: ["ref", "variables"] });
    expect(of("apiKeys.create")).toMatchObject({ outcome: "notCalled", reached: false });
  });

  test("assumes that changing operations are called like reading ones", () => {
    expect(of("project.update")).toMatchObject({
      ...{ outcome: "assumed", selected: "query parameter slug with the item's slug" },
      notes: [expect.stringContaining("called like project.get")],
    });
    expect(of("userSettings.update")?.outcome).toBe("notCalled");
  });

  test("summarizes understood and other operations in two sentences", () => {
    expect(report.totals).toEqual({
      ...{ all: 43, understood: 8, recognised: 4, assumed: 4 },
      ...{ missing: 2, forbidden: 1, unclear: 1, notCalled: 31 },
    });
    expect(report.summary).toBe(
      "8 of 43 operations are understood. 1 is not understood, 2 are not offered, 1 is not allowed with this key, 31 were not called yet, 1 has states that Fairlead does not know.",
    );
  });

  test("counts an operation as missing if the profile says so", () => {
    expect(of("skills.list")?.outcome).toBe("missing");
  });
});

describe("the report of a service that implements the contract", () => {
  test("is one sentence", () => {
    const { summary, operations: listed, totals } = createCompatibilityReport(contractProfile, {}, about);
    expect(summary).toContain("implements Fairlead's API: all 43 operations are understood");
    expect([listed, totals.understood]).toEqual([[], 43]);
  });

  test("still lists operations that the service rejects", () => {
    const seen = { "runtime.token": createEvidence({ outcome: "missing", status: 501 }) };
    const { summary, operations: listed } = createCompatibilityReport(contractProfile, seen, about);
    expect(summary).toBe("42 of 43 operations are understood. 1 is not offered.");
    expect(listed.map(({ operation }) => operation)).toEqual(["runtime.token"]);
  });
});

describe("the text of an issue", () => {
  const text = formatIssueText(report);

  test("has the summary, a row for each operation, and all evidence of operations that need attention", () => {
    expect(text).toContain("8 of 43 operations are understood");
    expect(text.split("\n").filter((line) => /^\| `[a-z]\w*\.\w+` \|/i.test(line))).toHaveLength(43);
    const attention = [...text.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(attention).toHaveLength(5);
    expect(text).toContain("It answered a list of lists.");
  });

  test("is limited to the length of an issue", () => {
    const notes = Array.from({ length: 100 }, () => "It was something else. ".repeat(20));
    const much = Object.fromEntries(
      report.operations.map(({ operation }) => [operation, createEvidence({ outcome: "unclear", notes })]),
    );
    const long = formatIssueText(createCompatibilityReport(learnedProfile, much, about));
    expect(long.length).toBeLessThanOrEqual(60_000);
    expect(long).toContain("43 are not understood".replace("43", "42"));
  });
});
