import { expect, test } from "vitest";
import { describeCall } from "../../../src/agentTools/eventTools.ts";

const describe = (data: Record<string, unknown> | null, kind: "request" | "log" = "request") =>
  describeCall({
    deploymentId: "dep_1",
    sequence: 7,
    at: "2026-01-01T00:00:00Z",
    level: "debug",
    message: "",
    kind,
    data,
  });
const call = { method: "tools/call", tool: "echo", status: 200, ms: 1.5 };
const common = { sequence: 7, at: "2026-01-01T00:00:00Z" };

test.each([
  ["that was answered", call, { tool: "echo", ms: 1.5, outcome: "responded" }],
  ["that failed", { ...call, status: 502 }, { tool: "echo", ms: 1.5, outcome: "failed with status 502" }],
  [
    "whose caller left",
    { ...call, status: null },
    { tool: "echo", ms: 1.5, outcome: "the caller left before the response" },
  ],
  ["whose tool is not known", { ...call, tool: undefined }, { tool: undefined, ms: 1.5, outcome: "responded" }],
  ["beyond those that are listed", { counted: 12, failed: 3 }, { moreRequests: 12, failed: 3 }],
])("the history has a call %s", (_, data, facts) => {
  expect(describe(data)).toEqual({ ...common, ...facts });
});

test.each([
  ["requests for something else", { ...call, method: "tools/list" }],
  ["requests that say nothing", null],
])("the history has no %s", (_, data) => {
  expect(describe(data)).toBe(undefined);
});

test("the history has no log lines", () => {
  expect(describe(call, "log")).toBe(undefined);
});
