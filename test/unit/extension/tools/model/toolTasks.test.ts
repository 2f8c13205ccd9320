import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openSavedToolTasks } from "../../../../../src/extension/tools/model/savedToolTasks.ts";
import type { CallView } from "../../../../../src/webview/protocol/toolPanelMessages.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { askingState, completedState, taskServerCode } from "../../../../support/tasks/taskServer.ts";
import {
  isFollowed,
  openTaskWindow,
  type TaskWindowOptions,
  workingState,
} from "../../../../support/tasks/taskWindow.ts";

const served = await useServedService();

async function deploy(code: string): Promise<string> {
  const files = [{ path: "server.mjs", encoding: "utf8" as const, content: code }];
  const deployed = await served.deploy("Tasks", { kind: "files", files, entry: "server.mjs" });
  return deployed.server.id;
}

const { app, close } = await createCommandFixture(served);
const serverId = await deploy(taskServerCode());
const never = new AbortController().signal;
const connection = requireValue(app.connections.active()).id;
const subjectOf = (id: string, tool = "job") => ({ server: { kind: "deployed", connection, id }, tool }) as const;
const subject = subjectOf(serverId);

const openWindow = (options: TaskWindowOptions = {}) => openTaskWindow(app.mcp, subject, options);
const isEnded = ({ state }: CallView) => state !== "running";

async function readLog(id = serverId): Promise<string[]> {
  const { result } = await app.mcp.use(subjectOf(id).server, never, (mcp) =>
    mcp.callTool({ name: "log", arguments: {} }, { signal: never, onProgress: () => {} }),
  );
  const [part] = result?.content ?? [];
  return JSON.parse(part?.type === "text" ? part.text : "[]");
}

describe("a call that its deployed server runs as a task", () => {
  test("shows each status, and the result as that of any call", async () => {
    const { calls, waitFor, call, memory } = openWindow();
    const shown: unknown[] = [];
    onTestFinished(calls.onDidChange(() => shown.push(calls.list(subject)[0]?.view.task)).dispose);
    const ended = call({ states: [workingState("Copying"), workingState("Indexing"), completedState("42 rows")] });
    const running = await waitFor(isFollowed);
    expect(running).toMatchObject({ state: "running", task: { status: "working", message: "Copying" } });
    expect(memory.values.get("workspace toolTasks")).toContain('"taskId"');
    expect(await ended).toMatchObject({
      state: "succeeded",
      content: [{ kind: "text", text: "42 rows" }],
      task: { status: "completed" },
    });
    expect(shown).toContainEqual({ status: "working", message: "Indexing" });
    expect(memory.values.size).toBe(0);
  });

  test("is not read sooner than its server allows", async () => {
    const { call, waits } = openWindow();
    await call({
      states: [
        { status: "working", pollIntervalMs: 7000 },
        { status: "working", pollIntervalMs: 5 },
        completedState(""),
      ],
    });
    expect(waits).toEqual([1500, 7000, 1000]);
  });

  test("asks each question once, and sends the answer", async () => {
    const { calls, waitFor, call } = openWindow();
    const asked: string[] = [];
    onTestFinished(
      calls.onDidChange(() => {
        const { input } = calls.list(subject)[0]?.view ?? {};
        if (input && !asked.includes(input.id)) asked.push(input.id);
      }).dispose,
    );
    const ended = call({ states: [askingState("q1"), completedState("Hello")] });
    const { id, input, task } = await waitFor((view) => view.input !== undefined);
    expect([task?.status, input?.message]).toEqual(["input_required", "Who?"]);
    const log = await readLog();
    const taskId = requireValue(log.at(-1)).replace(/^get /, "");
    await expect
      .poll(async () => (await readLog()).filter((line) => line === `get ${taskId}`).length)
      .toBeGreaterThan(3);
    calls.answerInput(id, requireValue(input).id, { action: "accept", content: { name: "Ann" } });
    expect(await ended).toMatchObject({ state: "succeeded", content: [{ kind: "text", text: "Hello" }] });
    expect(asked).toHaveLength(1);
    const updates = (await readLog()).filter((line) => line.startsWith(`update ${taskId} `));
    expect(updates).toEqual([`update ${taskId} {"q1":{"action":"accept","content":{"name":"Ann"}}}`]);
  });

  test.each([
    {
      state: { status: "completed", result: { isError: true, content: [{ type: "text", text: "No disk" }] } },
      expected: { state: "failed", content: [{ kind: "text", text: "No disk" }] },
    },
    {
      state: { status: "failed", statusMessage: "Try later", error: { code: -32603, message: "Too many" } },
      expected: {
        state: "failed",
        error: "The task failed: Too many",
        task: { status: "failed", message: "Try later" },
      },
    },
    {
      state: { status: "cancelled", statusMessage: "Stopped by Ann" },
      expected: { state: "cancelled", task: { status: "cancelled", message: "Stopped by Ann" } },
    },
  ])("ends as the server says: $state.status", async ({ state, expected }) => {
    expect(await openWindow().call({ states: [state] })).toMatchObject(expected);
  });

  test("is cancelled at its server by Cancel, at once", async () => {
    const { calls, call, waitFor, memory } = openWindow();
    const ended = call({ states: [workingState("Endless")] });
    const { id } = await waitFor(isFollowed);
    calls.cancel(id);
    expect(await ended).toMatchObject({ state: "cancelled" });
    await expect.poll(async () => (await readLog()).at(-1)).toMatch(/^cancel task/);
    expect(memory.values.size).toBe(0);
  });

  test("says that it may still run where its server could not be asked to end it", async () => {
    const id = await deploy(taskServerCode('delete methods["tasks/cancel"];'));
    const of = subjectOf(id);
    const { calls, call, waitFor } = openWindow();
    const ended = call({ states: [workingState("Endless")] }, of);
    calls.cancel((await waitFor(isFollowed, of)).id);
    await ended;
    const { error } = await waitFor((view) => view.error !== undefined, of);
    expect(error).toMatch(/^The server could not be asked to end the task, which may still run: /);
  });

  test("is shown for the calls of one task that a server returns twice", async () => {
    const { call, calls } = openWindow();
    await call({ states: [completedState("one")] });
    const taskId = requireValue((await readLog()).at(-1)).replace(/^get /, "");
    const created = { resultType: "task", taskId, status: "working", createdAt: "", lastUpdatedAt: "", ttlMs: null };
    await Promise.all([call({ created }), call({ created })]);
    expect(calls.list(subject).map(({ view }) => view.content)).toEqual(Array(3).fill([{ kind: "text", text: "one" }]));
  });
});

describe("a reload of the window", () => {
  test("leaves the task, whose result the next window fetches", async () => {
    const { calls, call, waitFor, memory } = openWindow();
    const left = call({
      secret: "s3cret",
      states: [workingState("One"), workingState("Two"), askingState("q"), completedState("late")],
    });
    await waitFor(isFollowed);
    calls.dispose();
    await left;
    expect(memory.values.get("workspace toolTasks")).not.toContain("s3cret");
    const next = openWindow({ memory });
    next.calls.resumeTasks(subject);
    next.calls.resumeTasks(subject);
    expect(next.newest()).toMatchObject({ state: "running", isResumed: true, task: { status: "working" } });
    const { id, input } = await next.waitFor((view) => view.input !== undefined);
    next.calls.answerInput(id, requireValue(input).id, { action: "decline" });
    const view = await next.waitFor(isEnded);
    expect(view).toMatchObject({ state: "succeeded", isResumed: true, content: [{ kind: "text", text: "late" }] });
    expect(next.calls.list(subject)).toHaveLength(1);
    expect(memory.values.size).toBe(0);
    const log = await readLog();
    const taskId = requireValue(log.findLast((line) => line.startsWith("get "))).replace("get ", "");
    expect(log).not.toContain(`cancel ${taskId}`);
  });

  test("says that the server has the task no more", async () => {
    const memory = createMapMemory();
    const key = JSON.stringify([subject.server, subject.tool]);
    await openSavedToolTasks(memory).add(key, { id: "c1", at: "2026-11-29T10:00:00.000Z", taskId: "gone" });
    const { calls, waitFor } = openWindow({ memory });
    calls.resumeTasks(subject);
    const error = "The server no longer has this task: Task not found. Call the tool again.";
    expect(await waitFor(isEnded)).toMatchObject({ state: "failed", error });
    expect(memory.values.size).toBe(0);
  });

  test("follows no more tasks of a tool than its list has calls, and saves at most 100", async () => {
    const memory = createMapMemory();
    const tasks = openSavedToolTasks(memory);
    const key = JSON.stringify([subject.server, subject.tool]);
    for (let at = 0; at < 10_000; at += 1)
      await tasks.add(key, { id: `c${at}`, at: "2026-11-29T10:00:00.000Z", taskId: "none" });
    expect(tasks.read(key)).toHaveLength(100);
    const { calls } = openWindow({ memory });
    calls.resumeTasks(subject);
    expect(calls.list(subject)).toHaveLength(20);
    expect(tasks.read(key)).toHaveLength(20);
  });
});

describe("a task of a server that", () => {
  const created = { resultType: "task", createdAt: "", lastUpdatedAt: "", ttlMs: null };

  test.each([
    ["sends no id", { created: { ...created, status: "working" } }, "a task that is not valid"],
    ["sends another status", { states: [{ status: "sleeping" }] }, "a task that is not valid"],
    ["sends a result that is none", { states: [{ status: "completed", result: { content: 3 } }] }, "is not valid"],
    ["sends another task", { states: [{ ...workingState("x"), taskId: "other" }] }, "a task that is not valid"],
    [
      "asks for what no user can answer",
      {
        states: [{ status: "input_required", inputRequests: { q: { method: "sampling/createMessage", params: {} } } }],
      },
      "asks for sampling/createMessage, which Fairlead cannot answer",
    ],
  ])("%s fails with a message", async (_name, given, error) => {
    expect(await openWindow().call(given)).toMatchObject({ state: "failed", error: expect.stringContaining(error) });
  });

  test("asks to open what is no web page is declined", async () => {
    const params = { mode: "url", message: "Look", url: "file:///etc/passwd" };
    const inputRequests = { q: { method: "elicitation/create", params } };
    const view = await openWindow().call({
      states: [{ status: "input_required", inputRequests }, completedState("ok")],
    });
    expect(view.content?.[0]).toEqual({ kind: "omitted", why: "The server asked for input, which was declined: Look" });
  });

  test("does not announce the extension is none", async () => {
    const id = await deploy(taskServerCode("delete capabilities.extensions;"));
    const view = await openWindow().call({ states: [completedState("")] }, subjectOf(id));
    expect(view).toMatchObject({ state: "failed", error: expect.stringContaining("not valid MCP") });
    expect(await readLog(id)).toEqual([]);
  });

  test("has only sessions is followed", async () => {
    const id = await deploy(taskServerCode('delete methods["server/discover"];'));
    const states = [askingState("q"), completedState("old")];
    const { calls, call, waitFor } = openWindow();
    const ended = call({ states }, subjectOf(id));
    const asked = await waitFor((view) => view.input !== undefined, subjectOf(id));
    calls.answerInput(asked.id, requireValue(asked.input).id, { action: "accept", content: { name: "Ann" } });
    expect(await ended).toMatchObject({ state: "succeeded", content: [{ kind: "text", text: "old" }] });
  });
});

afterAll(close);
