import { expect, test } from "vitest";
import type { Usage } from "../../../../../src/contract/organizations.ts";
import { formatUsageReport } from "../../../../../src/extension/account/panel/formatUsageReport.ts";

type Metric = NonNullable<Usage["metrics"]>[number];

const period = { start: "2026-11-01T00:00:00.000Z", end: "2026-12-01T00:00:00.000Z" };
const daily = [{ date: "2026-11-20", deployments: 1, testRuns: 2, toolCalls: 3 }];
const shown = (usage: Partial<Usage>) =>
  formatUsageReport({
    usage: { organizationId: "org_1", period, metrics: [], daily, ...usage },
    organization: undefined,
    connection: "Local service",
    readAt: "2026-11-21T12:00:00.000Z",
  });
const metric = (name: string, used: number, limit: number | null, unit = "count") => {
  const [only] = shown({ metrics: [{ name, used, limit, unit } satisfies Metric] }).metrics;
  return only;
};

test("a period is shown by its first and last day", () => {
  expect(shown({}).period).toBe("1 to 30 November 2026 (UTC)");
  const billed = { start: "2026-10-15T00:00:00.000Z", end: "2026-11-15T00:00:00.000Z" };
  expect(shown({ period: billed }).period).toBe("15 October 2026 to 14 November 2026 (UTC)");
});

test("a metric far from its limit is shown in numbers only", () => {
  expect(metric("deployments", 12, 50)).toEqual({
    ...{ name: "Deployments", text: "12 of 50", share: 0.24, level: "fine", note: null },
  });
});

test("from 80 % on the remaining amount and the end of the period are shown", () => {
  expect(metric("testRuns", 80, 100)).toMatchObject({
    ...{ text: "80 of 100, 80 % used", level: "near", note: "20 left until 1 December 2026 (UTC)." },
  });
  expect(metric("testRuns", 79, 100)?.level).toBe("fine");
});

test.each([
  ["deployments", "Deployments are refused until 1 December 2026 (UTC), or until the limit is raised."],
  ["testRuns", "Test runs are refused until 1 December 2026 (UTC), or until the limit is raised."],
  ["toolCalls", "Tool calls are refused until 1 December 2026 (UTC), or until the limit is raised."],
  ["storage", "New versions are refused until the limit is raised."],
])("for used up %s the note states what is rejected", (name, note) => {
  expect(metric(name, 100, 100)).toMatchObject({ level: "full", note });
});

test("an amount above the limit, or a limit of zero, is used up", () => {
  expect([metric("storage", 120, 100)?.level, metric("deployments", 0, 0)?.level]).toEqual(["full", "full"]);
});

test("a metric without a limit has no share", () => {
  expect(metric("storage", 3_400_000, null, "bytes")).toEqual({
    ...{ name: "Storage", text: "3.4 MB", share: null, level: "fine", note: null },
  });
});

test("nearly full storage shows what is left, without a date", () => {
  expect(metric("storage", 900_000_000, 1_000_000_000, "bytes")).toMatchObject({
    ...{ text: "900 MB of 1 GB, 90 % used", note: "100 MB left." },
  });
});

test("metrics of another service keep their names and units", () => {
  expect(metric("gpuHours", 39, 40, "hours")).toMatchObject({
    ...{ name: "gpuHours", text: "39 of 40 hours, 97 % used", note: "1 hours left until 1 December 2026 (UTC)." },
  });
  const days = [{ date: "2026-11-20", deployments: 0, testRuns: 0, toolCalls: 0, emails: 7, note: "busy" }];
  const { series, days: counts } = shown({ daily: days });
  expect([series, counts]).toEqual([
    ["Deployments", "Test runs", "Tool calls", "emails"],
    [{ date: "2026-11-20", counts: [0, 0, 0, 7] }],
  ]);
});

test("an unknown organization is shown by its id", () => {
  expect(shown({})).toMatchObject({ organization: "org_1", plan: undefined });
});

test.each(["constructor", "__proto__", "toString"])("a metric named %s keeps its name", (name) => {
  expect(metric(name, 1, 1)).toMatchObject({
    name,
    note: "More is refused until 1 December 2026 (UTC), or until the limit is raised.",
  });
});
