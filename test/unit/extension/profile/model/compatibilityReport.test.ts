import { describe, expect, test } from "vitest";
import { contractProfile, type DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { operationTable } from "../../../../../src/contract/operations.ts";
import { createCompatibilityReport } from "../../../../../src/extension/profile/model/compatibilityReport.ts";
import { compatibilityReportSchema } from "../../../../../src/extension/profile/model/compatibilityReportSchema.ts";
import { formatIssueText } from "../../../../../src/extension/profile/model/formatIssueText.ts";
import { formatCompatibilityReport } from "../../../../../src/extension/profile/model/formatReport.ts";
import { listReportAdvice } from "../../../../../src/extension/profile/model/reportAdvice.ts";
import { english, type Texts } from "../../../../../src/text/language/englishTexts.ts";
import {
  aboutReport,
  createEvidence,
  learnedEvidence,
  learnedProfile,
} from "../../../../support/dialect/learnedProfile.ts";

const report = createCompatibilityReport(learnedProfile, learnedEvidence, aboutReport);
const of = (name: string, from = report) => from.operations.find(({ operation }) => operation === name);
const owner = { connection: "Harbour", host: "service.example" };

describe("the report of a service with another dialect", () => {
  test("contains each of the 43 operations once", () => {
    expect(report.operations.map(({ operation }) => operation).sort()).toEqual(Object.keys(operationTable).sort());
    expect(report.totals.all).toBe(43);
  });

  test("matches its schema, also after serialization", () => {
    expect(compatibilityReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test("counts as working only what was seen", () => {
    expect(report.totals).toEqual({ all: 43, works: 4, notTried: 35, refused: 2, notOffered: 2, failed: 0 });
    expect(report.summary).toBe("4 of 43 operations work.");
    expect(report.details).toBe("35 not tried, 2 refused, 2 not offered. 1 has states that Fairlead does not know.");
  });

  test("says that an operation was not tried, also if the profile says how it is called", () => {
    expect(of("server.generate")).toMatchObject({ outcome: "notTried", changes: true, at: null });
    expect(of("project.update")).toMatchObject({ outcome: "notTried", facts: [] });
    expect(of("servers.list")).toMatchObject({ outcome: "notTried", changes: false });
  });

  test("describes the service with the source of each fact", () => {
    expect(report.facts).toEqual([
      { name: "API", text: "In its own way", source: "answer" },
      { name: "Convention", text: "JSON:API", source: "answer" },
      { name: "What is not listed", text: "As in this convention", source: "preset" },
      { name: "Key", text: "X-API-Key: <key>", source: "you" },
      { name: "Organization", text: "header X-Organization", source: "learned" },
      { name: "Errors", text: "message at error.message", source: "learned" },
      { name: "OpenAPI document", text: "none was found", source: "answer" },
    ]);
  });

  test("describes how a list is wrapped and paged, and where each field is, with the sources", () => {
    expect(of("projects.list")).toMatchObject({
      ...{ outcome: "works", status: 200, words: null, unreadable: null },
      facts: [
        { name: "List", text: "data.projects", source: "answer" },
        { name: "Paged", text: "cursor after from meta.next_cursor", source: "learned" },
        { name: "Page size", text: "per_page", source: "answer" },
      ],
      fields: [
        { field: "id", at: "uuid", because: "synonym", source: "answer" },
        { field: "name", at: "title", because: "synonym", source: "answer" },
        { field: "slug", at: "handle", because: "profile", source: "you" },
      ],
      ...{ unknown: ["colour", "quota.left"], unsaid: ["description"] },
    });
  });

  test("describes fields that the profile has for all items of the kind, also those that it computes", () => {
    const fields = { name: { template: "{group}/{title}" }, slug: "$.handle" };
    const profile: DialectProfile = { ...learnedProfile, kinds: { server: { fields } }, operations: {} };
    const found = { name: { place: [], because: "profile" }, slug: { place: ["handle"], because: "profile" } } as const;
    const origins = { ...aboutReport.origins, user: new Set(['["kinds","server","fields","name"]']) };
    const seen = { "servers.list": createEvidence({ fields: found }) };
    const made = createCompatibilityReport(profile, seen, { ...aboutReport, origins });
    expect(of("servers.list", made)?.fields).toEqual([
      { field: "name", at: "an expression", because: "profile", source: "you" },
      { field: "slug", at: "handle", because: "profile", source: "learned" },
    ]);
  });

  test("distinguishes lines of the OpenAPI document from those that a refusal corrected", () => {
    expect(of("server.generate")?.facts).toEqual([
      { name: "Selected by", text: "header X-Server-Id", source: "document" },
      { name: "Parameters", text: "version as tag, no source", source: "correction" },
    ]);
    expect(of("server.deploy")?.facts).toEqual([{ name: "Request body", text: "ref, variables", source: "document" }]);
  });

  test("says only that a line was learned if its source was not stored", () => {
    const origins = { user: new Set<string>(), documented: undefined };
    const old = createCompatibilityReport(learnedProfile, learnedEvidence, { ...aboutReport, origins });
    const sources = of("server.generate", old)?.facts.map(({ source }) => source);
    expect(sources).toEqual(["learned", "learned"]);
  });

  test("describes how an item is selected only if that is known", () => {
    expect(of("project.get")?.facts).toContainEqual({
      ...{ name: "Selected by", text: "query parameter slug as {slug}", source: "learned" },
    });
    const read = createCompatibilityReport(learnedProfile, { "deployment.health": createEvidence() }, aboutReport);
    expect(of("deployment.health", read)?.facts).toEqual([]);
  });

  test("has the service's words for what it refused, redacted", () => {
    expect(of("deployment.get")).toMatchObject({ outcome: "refused", status: 403, words: "You may not read this." });
    const words = "Ask ada@service.example at service.example with srv_0123456789.";
    const seen = { "servers.list": createEvidence({ outcome: "refused", status: 400, words }) };
    const other = createCompatibilityReport(learnedProfile, seen, aboutReport);
    expect(of("servers.list", other)?.words).toBe("Ask <email> at <host> with <id>.");
  });

  test("says what is missing in an answer that cannot be read", () => {
    expect(of("organization.usage")).toMatchObject({
      ...{ outcome: "refused", words: null },
      unreadable: "The answer holds no usage that Fairlead recognises.",
    });
  });

  test("says that an operation is not offered if the profile says so", () => {
    expect(of("skills.list")).toMatchObject({
      outcome: "notOffered",
      facts: [{ name: "Offered", text: "no", source: "document" }],
    });
  });
});

describe("the report of a service that implements the contract", () => {
  test("is one sentence that counts nothing", () => {
    const { summary, details, operations: listed } = createCompatibilityReport(contractProfile, {}, aboutReport);
    expect([summary, details, listed]).toEqual(["This service implements Fairlead's API.", "", []]);
  });

  test("still lists operations that the service rejects", () => {
    const seen = { "runtime.token": createEvidence({ outcome: "notOffered", status: 501 }) };
    const { details, operations: listed } = createCompatibilityReport(contractProfile, seen, aboutReport);
    expect(details).toBe("1 not offered.");
    expect(listed.map(({ operation }) => operation)).toEqual(["runtime.token"]);
  });
});

describe("what the report shows", () => {
  const shown = formatCompatibilityReport(report, owner);
  const shownOf = (name: string) =>
    shown.areas.flatMap(({ operations }) => operations).find((operation) => operation.name === name);

  test("names the convention, and who chose it", () => {
    expect(shown.preset).toBe("It looks like JSON:API.");
    const origins = { ...aboutReport.origins, user: new Set(['["preset"]']) };
    const chosen = createCompatibilityReport(learnedProfile, {}, { ...aboutReport, origins });
    expect(formatCompatibilityReport(chosen, owner).preset).toBe("You chose JSON:API.");
    const { preset, ...plain } = learnedProfile;
    const unknown = createCompatibilityReport(plain, {}, aboutReport);
    expect(formatCompatibilityReport(unknown, owner).preset).toBe("It follows no convention that Fairlead knows.");
    const contract = createCompatibilityReport(contractProfile, {}, aboutReport);
    expect(formatCompatibilityReport(contract, owner).preset).toBeNull();
  });

  test("gives the reason of what does not work, and none of what works", () => {
    expect(
      ["deployment.get", "organization.usage", "projects.list", "projects.create"].map((name) => shownOf(name)?.reason),
    ).toEqual([
      'The service said: "You may not read this."',
      "The answer holds no usage that Fairlead recognises.",
      null,
      "It changes something, so a check never tries it.",
    ]);
  });

  test("has the source of each fact in words", () => {
    expect(shown.protocolFacts.map(({ source }) => source)).toContain("from JSON:API");
    expect(shownOf("projects.list")?.fields.map(({ source }) => source)).toEqual([
      ...["the answer: a usual name", "the answer: a usual name", "you"],
    ]);
  });
});

describe("the advice of the report", () => {
  const adviceFor = (name: "serverTestRuns.list" | "projects.create" | "me.get", change: object) => {
    const seen = { [name]: createEvidence(change) };
    const found = of(name, createCompatibilityReport(learnedProfile, seen, aboutReport));
    return found && listReportAdvice(found).map(({ title }) => title);
  };

  test("is nothing for what works, was not tried or is not offered", () => {
    const idle = report.operations.filter(({ outcome }) => outcome !== "refused");
    expect(idle.flatMap(listReportAdvice)).toEqual([]);
  });

  test("is to edit the profile for a refused request, an answer that cannot be read or a change that is not shown", () => {
    for (const change of [{ status: 422 }, { unreadable: "The answer holds no list." }])
      expect(adviceFor("serverTestRuns.list", { outcome: "refused", ...change })).toEqual(["Edit as JSON"]);
    expect(adviceFor("projects.create", { outcome: "refused", unreadable: "No project." })).toEqual(["Edit as JSON"]);
  });

  test("is to choose the key's header for a refused key, and nothing for a missing permission", () => {
    expect(adviceFor("me.get", { outcome: "refused", status: 401 })).toEqual(["Choose the Key's Header..."]);
    expect(adviceFor("me.get", { outcome: "refused", status: 403 })).toEqual([]);
  });
});

describe("the language of the report", () => {
  const marked: Texts = { t: (...text) => `«${english.t(...text)}»` };
  const marks = (value: unknown) => JSON.stringify(value).match(/«[^»]*/g)?.length ?? 0;

  test("is English for others, and the user's where the page shows it", () => {
    const local = createCompatibilityReport(learnedProfile, learnedEvidence, { ...aboutReport, l10n: marked });
    expect(local.facts[1]).toMatchObject({ name: "«Convention»", text: "JSON:API" });
    expect(of("projects.list", local)?.facts[1]?.text).toBe("«cursor after from meta.next_cursor»");
    expect([local.summary, local.totals]).toEqual(["«4 of 43 operations work.»", report.totals]);
    expect([marks(report), marks(formatIssueText(report))]).toEqual([0, 0]);
    expect(local.operations.map(({ area, outcome }) => [area, outcome])).toEqual(
      report.operations.map(({ area, outcome }) => [area, outcome]),
    );
  });

  test("has the values in the English texts", () => {
    expect([english.t("Save"), english.t`${1} of ${"two"}`]).toEqual(["Save", "1 of two"]);
  });
});

describe("the text of an issue", () => {
  const text = formatIssueText(report);

  test("has the summary, a row for each operation, and all evidence of operations that need attention", () => {
    expect(text).toContain("4 of 43 operations work.");
    expect(text).toContain("It looks like JSON:API.");
    expect(text).toContain("| Key | `X-API-Key: <key>` | you |");
    expect(text.split("\n").filter((line) => /^\| `[a-z]\w*\.\w+` \|/i.test(line))).toHaveLength(43);
    const attention = [...text.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect(attention).toHaveLength(5);
    expect(text).toContain("It answered a list of lists.");
  });

  test("has the reason of what does not work", () => {
    expect(text).toContain('| `deployment.get` | refused | `The service said: "You may not read this."` |');
  });

  test("is limited to the length of an issue", () => {
    const notes = Array.from({ length: 100 }, () => "It was something else. ".repeat(20));
    const words = "No. ".repeat(125);
    const much = Object.fromEntries(
      report.operations.map(({ operation }) => [operation, createEvidence({ outcome: "refused", words, notes })]),
    );
    const long = formatIssueText(createCompatibilityReport(learnedProfile, much, aboutReport));
    expect(long.length).toBeLessThanOrEqual(60_000);
    expect(long).toContain("42 refused");
  });
});
