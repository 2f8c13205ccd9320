import { expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { type Subject, subjectOf } from "../../../../src/dialect/language/subjects.ts";
import { readItem, readList } from "../../../../src/dialect/read/readAnswer.ts";
import { parseJson } from "../../../../src/dialect/send/parseJson.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import { createLearner } from "../../../support/dialect/learner.ts";

function about(operation: OperationName): Subject {
  const subject = subjectOf(operation);
  if (!subject) throw new Error(`${operation} answers with nothing.`);
  return subject;
}

const listed = (operation: OperationName, json: unknown, known = createLearner()) =>
  readList(known, operation, about(operation), { json, headers: {} });
const one = (operation: OperationName, json: unknown, known: Partial<DialectProfile> = {}): UnknownRecord =>
  readItem(createLearner(known), operation, about(operation), json)?.item ?? {};

test("what a service does not say is absent, and what it says is null is null", () => {
  expect(one("deployment.get", { id: "d", version: "1" })).toEqual({ id: "d", version: "1" });
  expect(one("deployment.get", { id: "d", version: "1", url: null })).toEqual({ id: "d", version: "1", url: null });
});

test("null where the contract knows no null is not said, and an empty text is an empty text", () => {
  expect(one("projects.create", { id: "p", name: "a", description: null })).toEqual({ id: "p", name: "a" });
  expect(one("projects.create", { id: "p", name: "a", description: "" })).toMatchObject({ description: "" });
});

test("fields that the contract does not know are kept, and its names are never taken by them", () => {
  const item = one("projects.create", { id: "p", name: "a", region: "eu", slug: { odd: true }, __proto: 1 });
  expect(item).toMatchObject({ region: "eu", __proto: 1 });
  expect(item).not.toHaveProperty("slug");
  const hostile = one("projects.create", parseJson('{"id":"p","name":"a","__proto__":{"x":1},"constructor":"c"}'));
  expect([Object.getPrototypeOf(hostile), hostile.constructor]).toEqual([Object.prototype, "c"]);
});

test("a state that nobody knows is an unknown state in the service's word", () => {
  expect(one("deployment.get", { id: "d", state: "zorbing" })).toMatchObject({ status: { unknown: "zorbing" } });
  expect(one("deployment.get", { id: "d", state: "LIVE" })).toMatchObject({ status: "running" });
  const states = { deployment: { zorbing: "building" } };
  const item = one("deployment.get", { id: "d", state: "zorbing" }, { states });
  expect(item.status).toBe("building");
});

test("ids are the same text whatever they are made of", () => {
  const json = parseJson(
    '{"items":[{"id":9007199254740993,"name":"a"},{"id":7,"name":"b"},{"id":"a/b 🟣","name":"c"}]}',
  );
  expect(listed("projects.list", json)?.items.map(({ id }) => id)).toEqual(["9007199254740993", "7", "a/b 🟣"]);
});

test("a health with flags, units and other checks is read", () => {
  const json = {
    deployment_id: "d",
    healthy: false,
    status: "warn",
    last_check: 1767614400,
    latency: "40ms",
    uptime_seconds: 90,
    restart_count: 2,
    components: { database: { status: "down", detail: "no answer" }, tools: { status: "UP" } },
    timeline: [{ timestamp: "2026-01-05T12:00:00Z", state: "ok", latency: 3 }],
  };
  expect(one("deployment.health", json)).toMatchObject({
    deploymentId: "d",
    status: "degraded",
    checkedAt: "2026-01-05T12:00:00.000Z",
    latencyMs: 40,
    uptimeMs: 90_000,
    restarts: 2,
    checks: [
      { name: "database", status: "unhealthy", message: "no answer" },
      { name: "tools", status: "healthy" },
    ],
    history: [{ at: "2026-01-05T12:00:00.000Z", status: "healthy", latencyMs: 3 }],
  });
});

test("usage is read from a list of metrics and from a map of them", () => {
  const period = { start: "2026-01-01T00:00:00.000Z", end: "2026-02-01T00:00:00.000Z" };
  const metric = { name: "toolCalls", used: 12, limit: 100 };
  const json = {
    billing_period: { from: "2026-01-01", to: "2026-02-01" },
    quotas: { toolCalls: { value: 12, max: 100 } },
  };
  expect(one("organization.usage", json)).toMatchObject({ period, metrics: [metric] });
  const flat = { data: { periodStart: "2026-01-01", periodEnd: "2026-02-01", meters: { toolCalls: 12 } } };
  expect(one("organization.usage", flat)).toMatchObject({
    period,
    metrics: [{ name: "toolCalls", used: 12 }],
  });
  expect(one("organization.usage", flat)).not.toHaveProperty("metrics[0].limit");
});

test("a test run with its counts spread out and its cases by name is read", () => {
  const json = {
    run: {
      runId: 7,
      state: "SUCCESS",
      passed: 1,
      failed: 0,
      tests: { "list tools": { outcome: "ok", took: 4, actual: { a: 1 } } },
    },
  };
  expect(one("serverTestRun.get", json)).toMatchObject({
    id: "7",
    status: "passed",
    summary: { passed: 1, failed: 0 },
    cases: [{ id: "list tools", name: "list tools", status: "passed", durationMs: 4, actual: '{"a":1}' }],
  });
});

test("an environment that is a list of names and values is a map", () => {
  const json = {
    id: "s",
    name: "a",
    env: [
      { key: "TOKEN", value: null },
      { key: "URL", value: "x" },
    ],
  };
  expect(one("server.update", json).environment).toEqual({ TOKEN: null, URL: "x" });
});

const claims = Buffer.from(JSON.stringify({ exp: 4_102_444_800 })).toString("base64url");

test.each([
  [
    { access_token: "t", expires_in: 60 },
    { accessToken: "t", expiresIn: 60 },
  ],
  [{ token: `x.${claims}.y` }, { accessToken: `x.${claims}.y`, expiresAt: "2100-01-01T00:00:00.000Z" }],
  [{ jwt: `x.${claims}.y`, expires_in: 0 }, { expiresAt: "2100-01-01T00:00:00.000Z" }],
  [{ data: { token: "t", expires_at: 4_102_444_800 } }, { accessToken: "t", expiresAt: "2100-01-01T00:00:00.000Z" }],
])("a token is read, with its end as far as anything says it: %j", (json, expected) => {
  expect(one("runtime.token", json)).toMatchObject(expected);
});

test("of a token's end and type nothing is made up", () => {
  expect(one("runtime.token", { token: { value: "t" } })).toEqual({ accessToken: "t" });
});

test("where the list, the item and the fields stand is learned, and what an answer contradicts is learned anew", () => {
  const known = createLearner();
  listed("servers.list", { data: { rows: [{ id: "1", name: "a", state: "ready" }] } }, known);
  expect(known.of("servers.list")).toEqual({
    list: ["data", "rows"],
    fields: { id: ["id"], name: ["name"], status: ["state"] },
  });
  const moved = listed(
    "servers.list",
    { servers: [{ id: "1", name: "a", phase: "ready", created: "2026-01-05" }] },
    known,
  );
  expect(moved?.items).toMatchObject([{ status: "ready", createdAt: "2026-01-05T00:00:00.000Z" }]);
  expect(known.of("servers.list")).toMatchObject({
    list: ["servers"],
    fields: { status: ["phase"] },
  });
});

test("a field that only some answers have is not forgotten", () => {
  const known = createLearner();
  listed("servers.list", { items: [{ id: "1", name: "a", description: "x" }] }, known);
  listed("servers.list", { items: [{ id: "2", name: "b" }] }, known);
  expect(known.of("servers.list").fields).toMatchObject({ description: ["description"] });
});

test("where a list is known, an answer that leaves it out has none", () => {
  const known = createLearner();
  listed("servers.list", { servers: [{ id: "1", name: "a" }] }, known);
  expect(listed("servers.list", { next: null }, known)?.items).toEqual([]);
  expect(listed("servers.list", { servers: null }, known)?.items).toEqual([]);
});

test("what an answer shows is told: where fields stand and why, what is unknown, unsaid and unheard", () => {
  const json = { items: [{ id: "1", title: "a", phase: "zorbing", region: "eu" }] };
  const shown = listed("servers.list", json)?.shown;
  expect(shown?.fields).toEqual({
    id: { place: ["id"], because: "name" },
    name: { place: ["title"], because: "synonym" },
    status: { place: ["phase"], because: "synonym" },
  });
  expect(shown?.unknown).toEqual([["region"]]);
  expect(shown?.unsaid).toEqual(expect.arrayContaining(["projectId", "createdAt"]));
  expect(shown?.states).toEqual(["zorbing"]);
  const mapped = createLearner({ operations: { "servers.list": { fields: { description: ["region"] } } } });
  expect(listed("servers.list", json, mapped)?.shown.fields.description).toEqual({
    place: ["region"],
    because: "profile",
  });
});
