import { describe, expect, onTestFinished, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import type { TestCase, TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { type FollowTestRunOptions, followTestRun } from "../../../../../src/extension/testing/model/followTestRun.ts";
import { startDialectService } from "../../../../support/dialect/dialectService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

function caseOf(id: string, status: TestCase["status"]): TestCase {
  const nothing = { durationMs: 1, message: null, expected: null, actual: null, output: null, location: null };
  return { id, name: id, kind: "script", status, ...nothing };
}

function runOf(status: TestRunDetail["status"], revision: number, cases: readonly TestCase[]): TestRunDetail {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    ...{ id: "run_1", createdAt: at, updatedAt: at, etag: '"1"', serverId: null, skillId: "skl_1", version: null },
    ...{
      digest: "sha256:01",
      deploymentId: null,
      status,
      statusDetail: null,
      revision,
      startedAt: at,
      finishedAt: null,
    },
    ...{ partial: false, triggeredBy: "Ann", cases: [...cases] },
    summary: { total: 2, passed: 0, failed: 0, skipped: 0, errored: 0, durationMs: 1 },
  };
}

type Answer = TestRunDetail | number;

/** The real client with a scripted service that records its requests. */
async function serviceOf(...answers: readonly Answer[]) {
  const urls: string[] = [];
  const remainingAnswers = [...answers];
  const url = await startHttpServer((request, response) => {
    urls.push(request.url ?? "");
    const answer = remainingAnswers.shift() ?? 500;
    const isRefused = typeof answer === "number";
    response.writeHead(isRefused ? answer : 200, {
      "content-type": isRefused ? "application/problem+json" : "application/json",
    });
    response.end(
      JSON.stringify(isRefused ? { type: "about:blank", title: "No", status: answer, code: "internal" } : answer),
    );
  });
  const clock = { now: Date.now, wait: async () => {} };
  const client = createServiceClient({ baseUrl: url, key: async () => "flk_canary0123456789", clock });
  onTestFinished(() => client.close());
  return { client, urls };
}

function following(client: () => Promise<ServiceClient | undefined>, more: Partial<FollowTestRunOptions> = {}) {
  const updates: string[] = [];
  const waits: number[] = [];
  const stop = new AbortController();
  const ended = followTestRun({
    ...{ kind: "skill", ownerId: "skl_1", id: "run_1", since: 1, client, signal: stop.signal },
    onChange: async ({ status, cases }) =>
      void updates.push([status, ...(cases ?? []).map((one) => `${one.id} ${one.status}`)].join(", ")),
    wait: async (ms) => void waits.push(ms),
    pending: { nextChange: async (_, run) => run, waitToRetry: async (ms) => void waits.push(ms) },
    ...more,
  });
  return { ended, updates, waits, stop };
}

test("requests only changes until the run ends", async () => {
  const { client, urls } = await serviceOf(
    runOf("running", 2, [caseOf("a", "passed")]),
    runOf("running", 2, []),
    runOf("failed", 4, [caseOf("b", "failed")]),
  );
  const { ended, updates, waits } = following(async () => client);
  expect((await ended)?.status).toBe("failed");
  expect(updates).toEqual(["running, a passed", "running", "failed, b failed"]);
  expect(urls.map((url) => new URL(url, "http://a").searchParams.get("since"))).toEqual(["1", "2", "2"]);
  expect(waits).toHaveLength(2);
});

test("polls quickly for the first case, and at most five times a second while there are changes", async () => {
  const news = Array.from({ length: 24 }, (_, index) => runOf("running", index + 2, [caseOf(`${index}`, "passed")]));
  const { client } = await serviceOf(...news, runOf("passed", 40, []));
  const { ended, waits } = following(async () => client);
  await ended;
  expect(waits[0]).toBeLessThan(100);
  expect(waits.slice(-3)).toEqual([200, 200, 200]);
});

test("sees the first case of a server within 45 ms if it is there within half a second, else after a third more time", async () => {
  const starting = Array.from({ length: 30 }, () => runOf("running", 2, []));
  const { client } = await serviceOf(...starting, runOf("passed", 20, []));
  const { ended, waits } = following(async () => client);
  await ended;
  const looks = waits.map((_, index) => waits.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0));
  const seen = (at: number) => looks.find((look) => look >= at) ?? Number.POSITIVE_INFINITY;
  const times = (from: number, to: number) =>
    Array.from({ length: (to - from) / 10 + 1 }, (_, index) => from + index * 10);
  expect(Math.max(...times(0, 500).map((at) => seen(at) - at))).toBeLessThanOrEqual(45);
  expect(Math.max(...times(500, 2000).map((at) => seen(at) / at))).toBeLessThanOrEqual(1.34);
});

test("continues at another address after the service restarts", async () => {
  const before = await serviceOf(runOf("running", 2, []));
  const after = await serviceOf(runOf("errored", 3, [caseOf("a", "errored")]));
  const clients = [before.client, undefined, after.client];
  const { ended, updates } = following(async () => clients.shift());
  expect((await ended)?.status).toBe("errored");
  expect(updates).toEqual(["running", "errored, a errored"]);
});

test("tolerates a service that fails for a while", async () => {
  const { client } = await serviceOf(500, 500, 500, 500, 500, 500, 503, runOf("passed", 2, []));
  const { ended, waits } = following(async () => client);
  expect((await ended)?.status).toBe("passed");
  expect(waits.length).toBeGreaterThan(0);
});

test("fails if the service stays unreachable", async () => {
  const { ended, waits } = following(async () => undefined);
  await expect(ended).rejects.toThrow(/not reached for minutes/);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
  expect(waits.length).toBe(30);
});

test("a deleted run is reported at once", async () => {
  const { client } = await serviceOf(404);
  const { ended, waits } = following(async () => client);
  await expect(ended).rejects.toMatchObject({ name: "NotFoundError" });
  expect(waits).toEqual([]);
});

test("stops when it is aborted", async () => {
  const { client } = await serviceOf(runOf("running", 2, []), runOf("passed", 3, []));
  const stop = new AbortController();
  const { ended, updates } = following(async () => client, { signal: stop.signal, wait: async () => stop.abort() });
  expect(await ended).toBeUndefined();
  expect(updates).toEqual(["running"]);
});

describe("a run whose state is not known", () => {
  const states = (["running", "passed"] as const).map((is) => ({ when: { "$.status": is }, is }));
  const profile: DialectProfile = {
    ...{ version: 2, dialect: "other", kinds: { testRun: { states } } },
    operations: { "skillTestRun.get": { select: { in: "query", name: "id" } } },
  };
  const unknown = (revision: number, more: object = {}) => ({
    ...runOf("running", revision, []),
    ...{ status: "SETTLING", ...more },
  });
  /** The list never shows a change. */
  const unchanging = { nextChange: () => new Promise<never>(() => {}), waitToRetry: async () => {} };
  const follow = async (...answers: readonly object[]) => {
    const left = [...answers];
    const { client, asked } = await startDialectService(() => ({ body: left.shift() }), profile, undefined, false);
    const { ended, waits } = following(async () => client, { pending: unchanging });
    return { end: await ended, waitedMs: waits.reduce((sum, ms) => sum + ms, 0), count: asked.length };
  };
  const many = Array.from({ length: 500 }, () => unknown(1));

  test("is watched on until its state is known", async () => {
    const { end, count } = await follow(...many.slice(0, 20), runOf("passed", 2, []));
    expect([end?.status, count]).toEqual(["passed", 21]);
  });

  test("ends where the service says when it finished", async () => {
    const { end, count } = await follow(unknown(1), unknown(1, { finishedAt: "2026-01-01T00:01:00.000Z" }));
    expect([end?.status, count]).toEqual([{ unknown: "SETTLING" }, 2]);
  });

  test("is no longer watched after a minute without a change", async () => {
    const { end, waitedMs } = await follow(...many);
    expect(end?.status).toEqual({ unknown: "SETTLING" });
    expect(waitedMs).toBeGreaterThan(60_000);
    expect(waitedMs).toBeLessThan(75_000);
  });

  test("is watched for another minute after each change", async () => {
    const before = await follow(...many);
    const { waitedMs } = await follow(...many.slice(0, before.count - 1), ...many.map(() => unknown(2)));
    expect(waitedMs).toBeGreaterThan(before.waitedMs + 50_000);
  });
});
