import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startServiceProcess } from "../../support/service/serviceProcess.ts";
import { measureMs, median } from "../measuring/figure.ts";
import { readMemoryMb } from "../measuring/memory.ts";
import type { Curve, Point } from "./curve.ts";

const sizes = [100, 1_000, 10_000, 50_000];

/** Measures the local service with a growing number of servers: a page, a search, a new server, its memory. */
export async function manyServers(): Promise<Curve> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-curve-"));
  const service = await startServiceProcess(["--port", "0", "--data", dataDir]);
  const { url = "", key = "" } = service.hello ?? {};
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  const [page, search, made, memory]: [Point[], Point[], Point[], Point[]] = [[], [], [], []];
  try {
    const [project] = (await client.call("projects.list", {})).items;
    let count = 0;
    for (const at of sizes) {
      await fill(client, project?.id ?? "", count, at);
      count = at;
      const often = async (work: () => Promise<unknown>) => {
        const times: number[] = [];
        for (let round = 0; round < 30; round += 1) times.push(await measureMs(work));
        return median(times);
      };
      page.push({ at, value: await often(() => client.call("servers.list", { limit: 50 })) });
      search.push({ at, value: await often(() => client.call("servers.list", { q: `Server ${at}`, limit: 50 })) });
      const name = () => `Another ${performance.now()}`;
      made.push({
        at,
        value: await often(() => client.call("servers.create", { projectId: project?.id ?? "", name: name() })),
      });
      memory.push({ at, value: readMemoryMb([service.pid]) });
    }
  } finally {
    await client.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    ...{ name: "servers", title: "The local service with more and more servers", along: "servers" },
    series: [
      { what: "a page of 50", unit: "ms", points: page },
      { what: "a search", unit: "ms", points: search },
      { what: "one more server", unit: "ms", points: made },
      { what: "memory", unit: "MB", points: memory },
    ],
  };
}

async function fill(client: ServiceClient, projectId: string, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index + 1).values();
  const one = async () => {
    for (const number of numbers) await client.call("servers.create", { projectId, name: `Server ${number}` });
  };
  await Promise.all(Array.from({ length: 8 }, one));
}
