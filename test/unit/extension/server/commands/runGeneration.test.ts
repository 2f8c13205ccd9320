import { expect, onTestFinished, test } from "vitest";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import { runGeneration } from "../../../../../src/extension/server/commands/runGeneration.ts";
import { createTinyServerFiles, tinyEntry } from "../../../../support/servers/tinyServer.ts";
import { startServedService } from "../../../../support/service/servedService.ts";

test("does not wait until the views have read again", async () => {
  const service = await startServedService();
  onTestFinished(() => service.close());
  const server = await service.api.call("servers.create", { projectId: service.project.id, name: "tiny" });
  const polling = { ...createPolling({ refreshMs: () => 1000 }), wait: () => new Promise<void>(() => {}) };
  const files = createTinyServerFiles("healthy").map((file) => ({ ...file, encoding: "utf8" as const }));
  const context = { client: service.api, polling, signal: AbortSignal.timeout(60_000) };
  const generated = await runGeneration(context, server, { source: { kind: "files", files, entry: tinyEntry } });
  expect(generated.status).toBe("ready");
});
