import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";
import { completedState } from "../../../../support/tasks/taskServer.ts";
import {
  isFollowed,
  openTaskWindow,
  type TaskWindowOptions,
  workingState,
} from "../../../../support/tasks/taskWindow.ts";

const { app, close } = await createCommandFixture(await useServedService());
const never = new AbortController().signal;

/** A server by URL that answers `tasks/get` as the test says; undefined: it closes the connection. */
async function callByUrl(answerGet: () => object | undefined, options: TaskWindowOptions = {}) {
  const results: Readonly<Record<string, () => object | undefined>> = {
    "server/discover": () => ({
      ...{ supportedVersions: ["2026-07-28"], serverInfo: { name: "own", version: "1" } },
      ...{
        ttlMs: 0,
        cacheScope: "private",
        capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
      },
    }),
    "tools/list": () => ({ ttlMs: 0, cacheScope: "private", tools: [] }),
    "tools/call": () => ({ resultType: "task", taskId: "t1", status: "working", ttlMs: 60_000, pollIntervalMs: 2000 }),
    "tasks/get": answerGet,
  };
  const url = await startHttpServer(async (request, response) => {
    const { id, method } = JSON.parse((await request.toArray()).join("") || "{}");
    const result = results[method]?.();
    if (result === never) return;
    if (!result) return void response.destroy();
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }));
  });
  app.mcp.addNamedServer({ name: "own", url, headers: {} });
  onTestFinished(() => app.mcp.removeNamedServer(url));
  const of = { server: { kind: "url", url }, tool: "job" } as const;
  return { ...openTaskWindow(app.mcp, of, options), of };
}

describe("a server that dies while it runs a task", () => {
  const state = { taskId: "t1", createdAt: "", lastUpdatedAt: "", ttlMs: 60_000, pollIntervalMs: 2000 };

  test("is asked again, less and less often, until it is there", async () => {
    let reads = 0;
    const { call, waits, waitFor } = await callByUrl(() => {
      reads += 1;
      return reads > 3 ? { ...state, ...completedState("back") } : undefined;
    });
    const ended = call({});
    const { task } = await waitFor(isFollowed);
    expect(task?.message).toMatch(/^The task is read again, because it could not be read: /);
    expect(await ended).toMatchObject({ state: "succeeded", content: [{ kind: "text", text: "back" }] });
    expect(waits).toEqual([2000, 4000, 8000, 16_000]);
  });

  test("by URL is asked by the next window that connects to it, and its URL is not stored", async () => {
    const server = await callByUrl(() => ({ ...state, ...workingState("On") }));
    void server.call({});
    await server.waitFor(isFollowed);
    server.calls.dispose();
    const { url } = server.of.server;
    expect(server.memory.values.get("workspace toolTasks")).not.toContain("127.0.0.1");
    app.mcp.removeNamedServer(url);
    const next = openTaskWindow(app.mcp, server.of, { memory: server.memory });
    next.calls.resumeTasks(server.of);
    const { task } = await next.waitFor(isFollowed);
    expect(task?.message).toContain("This window is not connected to");
    app.mcp.addNamedServer({ name: "own", url, headers: {} });
    next.calls.resumeTasks(server.of);
    await next.waitFor((view) => view.task?.message === "On");
  });

  test("is left at once by Cancel, also where it does not answer", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { call, calls, newest } = await callByUrl(() => {
      resolve();
      return never;
    });
    const ended = call({});
    await asked;
    calls.cancel(newest().id);
    expect(await ended).toMatchObject({ state: "cancelled" });
  });

  test("is no longer asked when the time of the task is over", async () => {
    let time = 0;
    const view = await callByUrl(() => undefined, { now: () => (time += 40_000) }).then(({ call }) => call({}));
    expect(view).toMatchObject({ state: "failed", error: expect.stringMatching(/closed|reached/) });
  });
});

afterAll(close);
