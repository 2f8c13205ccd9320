import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { root } from "../host/prepare/paths.mjs";
import { build } from "../host/run.ts";
import { type Bench, compareWithFloor, compareWithLimit, measureMs, quantile, runInTurn } from "./measuring/figure.ts";

const hello = z.looseObject({ url: z.string().optional(), key: z.string().optional() });
const writes = 500;
const rounds = 8;

/** Measures the packaged local service: the time until it listens, and the time of an acknowledged write. */
export const service: Bench = {
  ids: ["P9"],
  run: async () => {
    await build();
    const dataDir = mkdtempSync(join(tmpdir(), "fairlead-bench-service-"));
    const ours = [join(root, "dist", "service.mjs"), "--port", "0", "--data", dataDir];
    try {
      const first = await started(ours);
      const { url = "", key = "" } = first.hello;
      const [written, bare]: [number[], number[]] = [[], []];
      await writeTimes(url, key);
      for (let round = 0; round < rounds; round += 1) {
        written.push(...(await writeTimes(url, key)));
        bare.push(...(await bareWriteTimes(dataDir)));
      }
      await first.end();
      const starts = await runInTurn(9, startTime(ours), startTime([join(import.meta.dirname, "bareServer.mjs")]));
      const id = "P9";
      return [
        compareWithFloor(
          {
            ...{ id, goal: "the local service listens after at most 2 x a bare Node HTTP server" },
            ...{ beside: "node:http alone", unit: "ms", limit: { atMost: 2 } },
          },
          starts,
        ),
        compareWithLimit(
          {
            ...{ id, goal: `p99 of ${rounds * writes} durable writes, each asked and answered by HTTP: at most 5 ms` },
            unit: `ms (SQLite alone ${quantile(bare, 0.99).toFixed(1)})`,
          },
          5,
          [quantile(written, 0.99)],
        ),
      ];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function started(args: readonly string[]) {
  const child = spawn(process.execPath, ["--no-warnings", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), "line"));
  const end = async () => {
    const ended = once(child, "close");
    child.kill();
    await ended;
  };
  return { hello: hello.parse(JSON.parse(line)), end };
}

/** Measures the time from the start of a process to its first line, which contains its address. */
const startTime = (args: readonly string[]) => async () => {
  const begun = performance.now();
  const { end } = await started(args);
  const took = performance.now() - begun;
  await end();
  return took;
};

async function writeTimes(url: string, key: string): Promise<readonly number[]> {
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  const times: number[] = [];
  for (let index = 0; index < writes; index += 1) {
    times.push(
      await measureMs(() => client.call("projects.create", { name: `Project ${times.length} ${performance.now()}` })),
    );
  }
  await client.close();
  return times;
}

/** Measures a durable commit of one row without a service. */
async function bareWriteTimes(folder: string): Promise<readonly number[]> {
  const sqlite = new DatabaseSync(join(folder, "bare.db"));
  sqlite.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS rows (text TEXT NOT NULL)",
  );
  const insert = sqlite.prepare("INSERT INTO rows (text) VALUES (?)");
  const times: number[] = [];
  for (let index = 0; index < writes; index += 1) times.push(await measureMs(() => insert.run(`A row ${index}`)));
  sqlite.close();
  return times;
}
