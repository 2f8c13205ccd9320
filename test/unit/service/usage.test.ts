import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createTeam } from "../../../src/service/auth/team.ts";
import { ToolCallCounter } from "../../../src/service/usage/toolCallCounter.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { createSkillText } from "../../support/skills/skillText.ts";

const day = 86_400_000;
let now: number;
let service: ReturnType<typeof useInMemoryService>;
let projectId: string;

beforeEach(async () => {
  now = Date.parse("2026-03-30T12:00:00.000Z");
  service = useInMemoryService({ clock: () => new Date(now) });
  projectId = (await service.request("GET", "/api/v1/projects")).body.items[0].id;
});

const usage = async () => (await service.request("GET", "/api/v1/organization/usage")).body;
const used = async (name: string) =>
  (await usage()).metrics.find((metric: { name: string }) => metric.name === name).used;
const limit = (limits: object) => createTeam(service.context, { organizations: [], members: [], limits });
const publish = (content: string, name = "sayer") => {
  const files = [
    { path: "SKILL.md", content: createSkillText(name) },
    { path: "notes.txt", content },
  ];
  return service.request("POST", "/api/v1/skills", { body: { projectId, files } });
};
const testSkill = (id: string, headers = {}) => {
  const body = { cases: ["specification"] };
  return service.request("POST", `/api/v1/skill/test-runs?id=${id}`, { body, headers });
};

test("a new organization has a month of zeros and the limits of its plan", async () => {
  const found = await usage();
  expect(found.period).toEqual({ start: "2026-03-01T00:00:00.000Z", end: "2026-04-01T00:00:00.000Z" });
  expect(found.metrics.map(({ name, used: count, unit }: Record<string, unknown>) => [name, count, unit])).toEqual([
    ["deployments", 0, "count"],
    ["testRuns", 0, "count"],
    ["toolCalls", 0, "count"],
    ["storage", 0, "bytes"],
  ]);
  for (const metric of found.metrics) expect(metric.limit).toBeGreaterThan(1000);
  expect(found.daily).toHaveLength(30);
  expect(found.daily[0]).toEqual({ date: "2026-03-01", deployments: 0, testRuns: 0, toolCalls: 0 });
  expect(found.daily.at(-1).date).toBe("2026-03-30");
});

test("a test run is counted once, on its day and in its month", async () => {
  const { id } = (await publish("a")).body;
  await testSkill(id, { "Idempotency-Key": "once" });
  await testSkill(id, { "Idempotency-Key": "once" });
  now += 2 * day;
  await testSkill(id);
  expect(await used("testRuns")).toBe(1);
  const { daily } = await usage();
  expect(daily.slice(-3).map(({ testRuns }: { testRuns: number }) => testRuns)).toEqual([1, 0, 1]);
});

test("storage counts identical file contents once across versions and paths", async () => {
  const { body: skill } = await publish("a".repeat(100));
  const first = await used("storage");
  expect(first).toBe(100 + Buffer.byteLength(createSkillText("sayer")));
  const files = [
    { path: "SKILL.md", content: createSkillText("sayer") },
    { path: "notes.txt", content: "a".repeat(100) },
    { path: "more.txt", content: "b".repeat(50) },
    { path: "again.txt", content: "b".repeat(50) },
  ];
  await service.request("PATCH", `/api/v1/skill?id=${skill.id}`, { body: { files } });
  expect(await used("storage")).toBe(first + 50);
});

describe("beyond the limit", () => {
  test("a test run is rejected with the used amount, the limit and the next period, and nothing is saved", async () => {
    const { id } = (await publish("a")).body;
    limit({ testRuns: 1 });
    await testSkill(id);
    const refused = await testSkill(id);
    expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([
      403,
      "limit_reached",
      "testRuns",
    ]);
    expect(refused.body.detail).toBe(
      "The organization has used 1 of 1 test runs. The next period starts on 1 April 2026 (UTC).",
    );
    expect((await service.request("GET", `/api/v1/skill/test-runs?id=${id}`)).body.items).toHaveLength(1);
    expect(await used("testRuns")).toBe(1);
    now = Date.parse("2026-04-01T00:00:00.000Z");
    expect((await testSkill(id)).status).toBe(202);
  });

  test("a skill is not published, but a change that needs no space is", async () => {
    const { body: skill } = await publish("a".repeat(100));
    const full = await used("storage");
    limit({ storage: full });
    const refused = await publish("b", "other");
    expect([refused.status, refused.body.code]).toEqual([403, "limit_reached"]);
    expect(refused.body.detail).toBe(
      `The organization has used ${full} of ${full} bytes of storage. Versions are never deleted: set a higher limit, or keep fewer deployments, whose logs count too.`,
    );
    expect((await service.request("GET", "/api/v1/skills")).body.items).toHaveLength(1);
    expect((await service.request("GET", "/api/v1/registry/artifacts")).body.items).toHaveLength(1);
    const files = [{ path: "SKILL.md", content: createSkillText("sayer") }];
    const smaller = await service.request("PATCH", `/api/v1/skill?id=${skill.id}`, { body: { files } });
    expect([smaller.status, await used("storage")]).toEqual([200, full]);
  });

  test("a server is not generated", async () => {
    limit({ storage: 1000 });
    const files = [{ path: "server.mjs", content: "x".repeat(2000) }];
    const source = { kind: "files", files, entry: "server.mjs" };
    const { body: server } = await service.request("POST", "/api/v1/servers", {
      body: { projectId, name: "S", source },
    });
    await service.request("POST", `/api/v1/server/generate?id=${server.id}`, { body: {} });
    const ended = await service.waitForGeneration(server.id);
    expect(ended).toMatchObject({ status: "failed", latestVersion: null });
    expect(ended.statusDetail).toContain("The organization has used 0 of 1000 bytes of storage.");
    limit({ storage: 0 });
    const refused = await service.request("POST", `/api/v1/server/generate?id=${server.id}`, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([403, "limit_reached"]);
  });
});

describe("tool calls", () => {
  const organizationId = async () => (await service.request("GET", "/api/v1/me")).body.organizationId;

  test("are saved in batches on the day of the call", async () => {
    const id = await organizationId();
    const calls = new ToolCallCounter(service.context);
    for (let count = 0; count < 1000; count += 1) calls.consume(id, 1);
    expect(await used("toolCalls")).toBe(0);
    now += day;
    calls.consume(id, 2);
    calls.close();
    expect(await used("toolCalls")).toBe(1002);
    const { daily } = await usage();
    expect(daily.slice(-2).map(({ toolCalls }: { toolCalls: number }) => toolCalls)).toEqual([1000, 2]);
  });

  test("are rejected exactly at the limit, and are counted from zero in the next month", async () => {
    const id = await organizationId();
    limit({ toolCalls: 3 });
    const calls = new ToolCallCounter(service.context);
    onTestFinished(() => calls.close());
    calls.consume(id, 2);
    expect(() => calls.consume(id, 2)).toThrow("The organization has used 2 of 3 tool calls.");
    calls.consume(id, 1);
    expect(() => calls.consume(id, 1)).toThrow("The organization has used 3 of 3 tool calls.");
    now += 2 * day;
    calls.consume(id, 3);
  });

  test("are near the limit when a batch may exceed it", async () => {
    const id = await organizationId();
    limit({ toolCalls: 20_000 });
    const calls = new ToolCallCounter(service.context);
    onTestFinished(() => calls.close());
    expect(calls.isLimitNear(id)).toBe(false);
    calls.consume(id, 15_000);
    expect(calls.isLimitNear(id)).toBe(true);
  });

  test("that cannot be saved on a full disk are saved with the next ones", async () => {
    const id = await organizationId();
    const calls = new ToolCallCounter(service.context);
    service.context.db.run("CREATE TRIGGER full BEFORE INSERT ON usage_days BEGIN SELECT RAISE(ABORT, 'full'); END");
    calls.consume(id, 1);
    calls.flush();
    expect(await used("toolCalls")).toBe(0);
    service.context.db.run("DROP TRIGGER full");
    calls.consume(id, 1);
    calls.close();
    expect(await used("toolCalls")).toBe(2);
    expect(service.logged.join()).toContain("The counts of tool calls could not be saved");
  });

  test("continue when a full disk prevents saving over midnight", async () => {
    const id = await organizationId();
    const calls = new ToolCallCounter(service.context);
    service.context.db.run("CREATE TRIGGER full BEFORE INSERT ON usage_days BEGIN SELECT RAISE(ABORT, 'full'); END");
    calls.consume(id, 1);
    now += day;
    expect(calls.isLimitNear(id)).toBe(false);
    calls.consume(id, 2);
    service.context.db.run("DROP TRIGGER full");
    calls.consume(id, 4);
    calls.close();
    const { daily } = await usage();
    expect(daily.slice(-2).map(({ toolCalls }: { toolCalls: number }) => toolCalls)).toEqual([3, 4]);
    expect(service.logged.filter((line) => line.includes("could not be saved"))).toHaveLength(1);
  });
});
