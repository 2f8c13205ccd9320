import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeploymentEventLog } from "../../../src/service/deployments/deploymentEventLog.ts";
import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { measureMs, median } from "../measuring/figure.ts";
import type { Curve, Point } from "./curve.ts";

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const batch = 1_000;

/** Measures a growing deployment log: the cost of a thousand more lines, of the newest page, and of the database. */
export async function manyEvents(): Promise<Curve> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-curve-"));
  const bench = await startDeploymentFixture({}, dataDir);
  const { deployment } = await bench.run("healthy");
  const { db } = bench.context;
  const log = new DeploymentEventLog(bench.context);
  const [writing, reading, disk]: [Point[], Point[], Point[]] = [[], [], []];
  /** Writes lines as a process with output does. */
  const write = (from: number) => {
    for (let line = from; line < from + batch; line += 1) {
      const message = `GET /pets?limit=${line} 200 in ${line % 40} ms from 10.0.0.${line % 255}`;
      log.enqueue(deployment.id, { level: "info", kind: "log", message });
    }
    log.flush(deployment.id);
  };
  try {
    let count = 0;
    for (const at of sizes) {
      const times: number[] = [];
      for (; count < at; count += batch) times.push(await measureMs(() => write(count)));
      writing.push({ at, value: median(times.slice(-30)) });
      const newest: number[] = [];
      for (let round = 0; round < 30; round += 1)
        newest.push(await measureMs(() => log.list(deployment.id, count - 200, 200)));
      reading.push({ at, value: median(newest) });
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      disk.push({ at, value: statSync(join(dataDir, "fairlead.db")).size / 1e6 });
    }
  } finally {
    log.close();
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    ...{ name: "events", title: "A deployment that logs more and more lines", along: "lines" },
    series: [
      { what: "1,000 more lines", unit: "ms", points: writing },
      { what: "the newest 200", unit: "ms", points: reading },
      { what: "the database", unit: "MB", points: disk },
    ],
  };
}
