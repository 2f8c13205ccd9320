import { expect, test } from "vitest";
import { contractProfile } from "../../../../../src/contract/dialectProfile.ts";
import { operationNames } from "../../../../../src/contract/operationNames.ts";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { formatServiceReport, type ReportSubject } from "../../../../../src/extension/profile/model/serviceReport.ts";
import { createEvidence, learnedReport } from "../../../../support/dialect/learnedProfile.ts";

const format = (subject: ReportSubject) => formatServiceReport(subject, (_name, text) => text);
const list = (subject: ReportSubject) => format(subject).areas.flatMap(({ operations }) => operations);
const find = (name: OperationName, subject: ReportSubject = learnedReport) =>
  list(subject).find((operation) => operation.name === name);

test("the report has each operation once, and counts as working only what was seen", () => {
  expect(new Set(list(learnedReport).map(({ name }) => name)).size).toBe(operationNames.length);
  expect(format(learnedReport)).toMatchObject({
    summary: `4 of ${operationNames.length} operations work.`,
    details: `${operationNames.length - 8} not tried, 2 refused, 2 not offered. 1 has states that Fairlead does not know.`,
  });
});

test("the report says how each operation went, and why it does not work", () => {
  const reasons = (["projects.list", "projects.create", "skills.list"] as const).map((name) => find(name)?.reason);
  expect(reasons).toEqual([null, null, null]);
  expect(find("server.generate")?.outcome).toBe("notTried");
  expect(find("skills.list")?.outcome).toBe("notOffered");
  expect(find("deployment.get")?.reason).toBe('The service said: "You may not read this."');
  expect(find("organization.usage")?.reason).toBe("The answer holds no usage that Fairlead recognises.");
  expect(find("deployments.list")).toMatchObject({ needsAttention: true, states: ["Hibernating"] });
});

test("the report of a service that implements the contract has only what deviates", () => {
  const report = format({ profile: contractProfile, evidence: {} });
  expect(report).toEqual({ summary: "This service implements Fairlead's API.", details: "", areas: [] });
  const evidence = { "runtime.token": createEvidence({ outcome: "notOffered", status: 501 }) };
  expect(format({ profile: contractProfile, evidence }).details).toBe("1 not offered.");
  expect(list({ profile: contractProfile, evidence }).map(({ name }) => name)).toEqual(["runtime.token"]);
});

test.each([
  [{ outcome: "works" }, []],
  [{ outcome: "notOffered", status: 404 }, []],
  [{ outcome: "refused", status: 422 }, ["Edit as JSON"]],
  [{ outcome: "refused", unreadable: "The answer holds no list." }, ["Edit as JSON"]],
  [{ outcome: "refused", status: 401 }, ["Choose the Key's Header..."]],
  // A key that lacks the permission cannot get it from a profile.
  [{ outcome: "refused", status: 403 }, []],
] as const)("the advice about %j is %j", (change, titles) => {
  const evidence = { "me.get": createEvidence(change) };
  expect(find("me.get", { ...learnedReport, evidence })?.advice.map(({ title }) => title)).toEqual(titles);
});
