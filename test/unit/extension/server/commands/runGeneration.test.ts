import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { DialectProfile } from "../../../../../src/contract/dialectProfile.ts";
import { type Server, serverTemplates } from "../../../../../src/contract/servers.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { runGeneration, waitForGeneration } from "../../../../../src/extension/server/commands/runGeneration.ts";
import { startDialectService } from "../../../../support/dialect/dialectService.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyFolder } from "../../../../support/servers/tinyFolder.ts";
import { createTinySource } from "../../../../support/servers/tinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** The service, whose answers about servers `change` replaces. */
function createChangedClient(change: (server: Server) => object): ServiceClient {
  const call = async (operation: string, ...args: unknown[]) => {
    const output = await Reflect.apply(served.api.call, served.api, [operation, ...args]);
    if (operation === "server.generate") return change(output);
    return operation === "servers.list" ? { ...output, items: output.items.map(change) } : output;
  };
  return Object.assign(Object.create(served.api), { call });
}

test.each([
  ["draft", "The state of Pets is draft: look at the service whether a version was created."],
  [undefined, "The service does not say the state of Pets: look at the service whether a version was created."],
] as const)("the state %s after a generation without a new version is an error", async (status, message) => {
  const server: Server = { id: "s1", name: "Pets", latestVersion: "0.1.0", ...(status && { status }) };
  const client: ServiceClient = Object.assign(Object.create(served.api), { call: async () => server });
  const polling = createPolling({ refreshMs: () => 1000 });
  const generated = runGeneration({ client, polling, signal: AbortSignal.timeout(60_000), report: () => {} }, server, {
    source: { kind: "template", template: serverTemplates[0] },
  });
  await expect(generated).rejects.toThrow(message);
});

test("a generation does not wait until the views have read again", async () => {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "tiny" });
  const polling = { ...createPolling({ refreshMs: () => 1000 }), wait: () => new Promise<void>(() => {}) };
  const context = { client: served.api, polling, signal: AbortSignal.timeout(60_000), report: () => {} };
  const input = { source: createTinySource("healthy") };
  expect((await runGeneration(context, { id, name: "tiny" }, input)).status).toBe("ready");
});

test("a folder is deployed when the state is unknown and there is a new version", async () => {
  const active = createChangedClient((server) => ({ ...server, status: { unknown: "active" } }));
  await using fixture = await createCommandFixture(served, { answers: ["Active", escapeAnswer] });
  fixture.documents.folders.set("file:///home/me/code", createTinyFolder("healthy", "Active"));
  await deployServer({ ...fixture.app, client: async () => active }, { resource: "file:///home/me/code" });
  expect(fixture.prompts.questions.at(-1)).toMatch(/^Deploy Active 0\.1\.0\?\n/);
});

const states = ["generating", "ready", "failed"].map((is) => ({ when: { "$.status": is }, is }));
const profile: DialectProfile = { version: 2, dialect: "other", operations: {}, kinds: { server: { states } } };

/** Waits for a service whose server has the states, the last one for ever; only waits advance the clock. */
async function waitFor(...words: readonly string[]) {
  const left = [...words];
  const { client, asked } = await startDialectService(
    () => ({ body: [{ id: "s", name: "Pets", status: left.length > 1 ? left.shift() : left[0] }] }),
    profile,
    undefined,
    false,
  );
  let now = 0;
  const wait = async (ms: number) => {
    now += Math.min(ms, 3000);
  };
  const { signal } = new AbortController();
  const end = waitForGeneration(client, { id: "s", name: "Pets" }, signal, { wait }, () => now);
  return { end, waitedMs: () => now, asked };
}

describe("a generation whose state is not known", () => {
  test.each([
    ["succeeds", ["BREWING", "BREWING", "ready"], "ready"],
    ["fails", ["BREWING", "generating", "failed"], "failed"],
  ])("is watched until it %s", async (_what, words, expected) => {
    const { end, asked } = await waitFor(...words);
    expect((await end).status).toBe(expected);
    expect(asked).toHaveLength(words.length);
  });

  test("is no longer watched after a minute", async () => {
    const { end, waitedMs } = await waitFor("BREWING");
    expect((await end).status).toEqual({ unknown: "BREWING" });
    expect(waitedMs()).toBeGreaterThan(60_000);
    expect(waitedMs()).toBeLessThanOrEqual(63_000);
  });
});

test("a generation that goes on is watched for half an hour", async () => {
  const { end, waitedMs } = await waitFor("generating");
  await expect(end).rejects.toThrow("Pets is still being generated after half an hour.");
  expect(waitedMs()).toBeGreaterThan(30 * 60_000);
});
