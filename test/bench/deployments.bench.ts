import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import * as z from "zod";

/** Goals P10 and P12: one JSON line each, the ratio to a floor measured in the same run. */
const service = spawn(process.execPath, [fileURLToPath(new URL("./deploymentService.ts", import.meta.url))], {
  stdio: ["pipe", "pipe", "inherit"],
});
const hello = z.object({
  times: z.array(z.object({ byHand: z.number(), deployed: z.number() })),
  url: z.string(),
  direct: z.string(),
  token: z.string(),
});
const print = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function told() {
  for await (const line of createInterface({ input: service.stdout })) return hello.parse(JSON.parse(line));
  throw new Error("The service ended before it was ready.");
}

const { times, url, direct, token } = await told();
const byHandMs = median(times.map((time) => time.byHand));
const deployedMs = median(times.map((time) => time.deployed));
print({ goal: "P10", ratio: deployedMs / byHandMs, atMost: 2, deployedMs, byHandMs });

const version = "2026-07-28";
const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "days_between",
    arguments: { from: "2026-01-31", to: "2026-03-01" },
    _meta: { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} },
  },
});
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  authorization: `Bearer ${token}`,
  "mcp-protocol-version": version,
  "mcp-method": "tools/call",
  "mcp-name": "days_between",
};
const calls = 600;

async function rate(target: string): Promise<number> {
  const { origin, pathname } = new URL(target);
  const pool = new Pool(origin, { connections: 32 });
  let left = calls;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) {
        const answer = await pool.request({ path: pathname, method: "POST", headers, body });
        if (answer.statusCode !== 200) throw new Error(`${target} answered ${answer.statusCode}`);
        await answer.body.text();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return calls / seconds;
}

await rate(direct);
await rate(url);
const rates: { direct: number; gateway: number }[] = [];
for (let round = 0; round < 5; round += 1) rates.push({ direct: await rate(direct), gateway: await rate(url) });
const ratio = median(rates.map((pair) => pair.gateway / pair.direct));
print({
  goal: "P12",
  ratio,
  atLeast: 0.7,
  gatewayPerSecond: median(rates.map((pair) => pair.gateway)),
  directPerSecond: median(rates.map((pair) => pair.direct)),
});
service.stdin.end();
