import * as z from "zod";
import { type Bench, compareWithFloor, runInTurn } from "./measuring/figure.ts";
import { callBesideFlood } from "./measuring/flood.ts";
import { type LoadRequest, measureRate } from "./measuring/rate.ts";
import { startReportingProcess } from "./reportingProcess.ts";

const version = "2026-07-28";
const tool = {
  name: "days_between",
  arguments: { from: "2026-01-31", to: "2026-03-01" },
  _meta: { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} },
};
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: tool });

const waySchema = z.object({ url: z.string(), direct: z.string(), token: z.string() });
const roundsSchema = z.array(z.object({ floor: z.number(), ours: z.number() }));

type Way = z.output<typeof waySchema>;

/** Compares deployments and test runs with a manual start of the same server, and calls through the gateway with direct calls. */
export const deployments: Bench = {
  ids: ["P10", "P12"],
  run: async () => {
    const service = await startReportingProcess(
      "./deploymentService.ts",
      z.object({ times: roundsSchema, cases: roundsSchema, called: waySchema, neighbour: waySchema }),
    );
    const proxy = await startReportingProcess("./bareProxy.mjs", z.object({ port: z.number() }));
    const { times, cases, called, neighbour } = service.report;
    const load = { calls: 2000, atOnce: 32 };
    const rounds = await runInTurn(
      7,
      () => measureRate(askedOf(called), load),
      () => measureRate(askedOf(called, called.direct), load),
    );
    const passedOn = (way: Way) => {
      const { port, pathname } = new URL(way.direct);
      return askedOf(way, `http://127.0.0.1:${proxy.report.port}/${port}${pathname}`);
    };
    const flood = { calls: 100, atOnce: 256 };
    const flooded = await runInTurn(
      5,
      () => callBesideFlood(askedOf(neighbour), askedOf(called), flood),
      () => callBesideFlood(passedOn(neighbour), passedOn(called), flood),
    );
    await proxy.end();
    await service.end();
    return [
      compareWithFloor(
        {
          ...{ id: "P10", goal: "deploy to healthy: at most 2 x starting the same server by hand" },
          ...{ beside: "node server.mjs and tools/list", unit: "ms", limit: { atMost: 2 } },
        },
        times,
      ),
      compareWithFloor(
        {
          ...{
            id: "P10",
            goal: "test start to first case of a server that is not deployed: at most 2 x starting it by hand",
          },
          ...{ beside: "node server.mjs and tools/list", unit: "ms", limit: { atMost: 2 } },
        },
        cases,
      ),
      compareWithFloor(
        {
          ...{ id: "P12", goal: "tool calls through the gateway: at least 0.85 of those made directly" },
          ...{ beside: "the server's own port", unit: "calls/s", limit: { atLeast: 0.85 } },
        },
        rounds,
      ),
      compareWithFloor(
        {
          ...{
            id: "P12",
            goal: "a call to one server while 256 callers flood another: at most 3 x that by a bare proxy",
          },
          ...{ beside: "node:http passing requests on", unit: "ms", limit: { atMost: 3 } },
        },
        flooded,
      ),
    ];
  },
};

/** Calls a tool of the server, by default through the gateway. */
export function askedOf(way: Pick<Way, "url" | "token">, url = way.url): LoadRequest {
  const headers = {
    ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    ...{ authorization: `Bearer ${way.token}`, "mcp-protocol-version": version },
    ...{ "mcp-method": "tools/call", "mcp-name": tool.name },
  };
  return { url, headers, body };
}
