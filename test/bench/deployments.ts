import * as z from "zod";
import { type Bench, compare, inTurn } from "./figure.ts";
import { rate } from "./rate.ts";
import { tellingProcess } from "./tellingProcess.ts";

const version = "2026-07-28";
const called = {
  name: "days_between",
  arguments: { from: "2026-01-31", to: "2026-03-01" },
  _meta: { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} },
};
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: called });

const roundsSchema = z.array(z.object({ floor: z.number(), ours: z.number() }));

/** Deploying and testing beside starting the same server by hand; calling it through the gateway beside calling it. */
export const deployments: Bench = {
  ids: ["P10", "P12"],
  run: async () => {
    const service = await tellingProcess(
      "./deploymentService.ts",
      z.object({
        ...{ times: roundsSchema, cases: roundsSchema },
        ...{ url: z.string(), direct: z.string(), token: z.string() },
      }),
    );
    const { times, cases, url, direct, token } = service.told;
    const headers = {
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
      ...{ authorization: `Bearer ${token}`, "mcp-protocol-version": version },
      ...{ "mcp-method": "tools/call", "mcp-name": called.name },
    };
    const asked = { calls: 600, atOnce: 32, headers, body };
    const rounds = await inTurn(
      7,
      () => rate({ url, ...asked }),
      () => rate({ url: direct, ...asked }),
    );
    await service.end();
    return [
      compare(
        {
          ...{ id: "P10", goal: "deploy to healthy: at most 2 x starting the same server by hand" },
          ...{ beside: "node server.mjs and tools/list", unit: "ms", limit: { atMost: 2 } },
        },
        times,
      ),
      compare(
        {
          ...{
            id: "P10",
            goal: "test start to first case of a server that is not deployed: at most 2 x starting it by hand",
          },
          ...{ beside: "node server.mjs and tools/list", unit: "ms", limit: { atMost: 2 } },
        },
        cases,
      ),
      compare(
        {
          ...{ id: "P12", goal: "tool calls through the gateway: at least 0.7 of those made directly" },
          ...{ beside: "the server's own port", unit: "calls/s", limit: { atLeast: 0.7 } },
        },
        rounds,
      ),
    ];
  },
};
