import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import * as z from "zod";

/** Goal P9's list of 50: one JSON line, the ratio to a floor measured in the same run. */
const services = spawn(process.execPath, [fileURLToPath(new URL("./listService.ts", import.meta.url))], {
  stdio: ["pipe", "pipe", "inherit"],
});
const hello = z.object({ ours: z.string(), bare: z.string(), key: z.string() });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function told() {
  for await (const line of createInterface({ input: services.stdout })) return hello.parse(JSON.parse(line));
  throw new Error("The services ended before they were ready.");
}

const { ours, bare, key } = await told();
const calls = 500;

async function rate(target: string): Promise<number> {
  const { origin, pathname } = new URL(target);
  const pool = new Pool(origin, { connections: 16 });
  let left = calls;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) {
        const answer = await pool.request({
          path: pathname,
          method: "GET",
          headers: { authorization: `Bearer ${key}` },
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${target} answered ${answer.statusCode}: ${text}`);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return calls / seconds;
}

await rate(bare);
await rate(ours);
const rates: { bare: number; ours: number }[] = [];
for (let round = 0; round < 9; round += 1) rates.push({ bare: await rate(bare), ours: await rate(ours) });
process.stdout.write(
  `${JSON.stringify({
    goal: "P9 list of 50",
    ratio: median(rates.map((pair) => pair.ours / pair.bare)),
    atLeast: 0.8,
    oursPerSecond: median(rates.map((pair) => pair.ours)),
    barePerSecond: median(rates.map((pair) => pair.bare)),
  })}\n`,
);
services.stdin.end();
