import { expect, test } from "vitest";
import { createServerProbe } from "../../../../../src/service/deployments/health/serverProbe.ts";
import { createPortEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";

test("a server is degraded by two slow responses in a row, and not by the one of its start", async () => {
  const { clock, advance } = createManualClock();
  const latencies = [3000, 3000, 10, 3000];
  const result = { supportedVersions: ["2026-07-28"], capabilities: {} };
  const server = await startUpstream((_, response) => {
    advance(latencies.shift() ?? 0);
    sendJson(response, { jsonrpc: "2.0", id: 1, result });
  });
  const endpoint = createPortEndpoint(Number(new URL(server.origin).port));
  const probe = createServerProbe(endpoint, { timeoutMs: 4000, slowMs: 2000, clock, mask: (text) => text });
  const seen = [];
  while (latencies.length > 0) seen.push((await probe.run(AbortSignal.timeout(60_000))).status);
  probe.close();
  await server.close();
  expect(seen).toEqual(["healthy", "degraded", "healthy", "healthy"]);
});

test.each([
  ["healthy", { result: { capabilities: {}, tools: [] } }],
  ["degraded", { result: { tools: "none" } }],
])("the time limit of the probe of a %s server holds for the end of its session", async (status, message) => {
  const { clock, advance } = createManualClock();
  const server = closeAfterTest(
    await startUpstream(({ method, body }, response) => {
      if (method === "DELETE") return advance(4000);
      if (body.includes("server/discover")) return sendJson(response, {}, 404);
      response.setHeader("Mcp-Session-Id", "1");
      sendJson(response, { jsonrpc: "2.0", id: 1, ...message });
    }),
  );
  const endpoint = createPortEndpoint(Number(new URL(server.origin).port));
  const probe = createServerProbe(endpoint, { timeoutMs: 4000, slowMs: 2000, clock, mask: (text) => text });
  expect(await probe.run(new AbortController().signal)).toMatchObject({ status });
  expect(server.received.at(-1)?.method).toBe("DELETE");
  probe.close();
});
