import { processesNaming } from "../../host/processes.ts";
import { createStarter } from "../../support/servers/createStarter.ts";
import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../support/service/gatewayCall.ts";
import { publishFiles } from "../../support/service/publishFiles.ts";
import { measureMs, median } from "../measuring/figure.ts";
import { readMemoryMb } from "../measuring/memory.ts";
import { measureRate } from "../measuring/rate.ts";
import type { Curve, Point } from "./curve.ts";

const sizes = [1, 5, 10, 25, 50, 100];
const body = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "days_between", arguments: { from: "2026-01-31", to: "2026-03-01" } },
});

/** Measures a growing number of generated servers that run: the start of the next one, a call, and the memory of all. */
export async function manyDeployed(): Promise<Curve> {
  const { files, entry } = await createStarter();
  const bench = await startDeploymentFixture({ probeIntervalMs: 15_000, startTimeoutMs: 30_000 });
  const [deploying, calling, memory]: [Point[], Point[], Point[]] = [[], [], []];
  const running: string[] = [];
  try {
    for (const at of sizes) {
      const times: number[] = [];
      while (running.length < at) times.push(await measureMs(() => deployOne()));
      deploying.push({ at, value: median(times) });
      calling.push({ at, value: 1000 / (await callsASecond()) });
      memory.push({ at, value: readMemoryMb(processesNaming(bench.folder).map(({ pid }) => pid)) });
    }
  } finally {
    await bench.close();
  }
  return {
    ...{ name: "deployed", title: "More and more servers that run at once", along: "running servers" },
    series: [
      { what: "deploy to healthy", unit: "ms", points: deploying },
      { what: "a call, 8 at once", unit: "ms", points: calling },
      { what: "memory of all", unit: "MB", points: memory },
    ],
  };

  async function deployOne(): Promise<void> {
    const id = bench.makeServer(`server-${running.length}`);
    publishFiles(bench.context, id, "1.0.0", files, entry);
    await bench.waitForStatus(bench.deploy(id, "1.0.0").id, "running");
    running.push(id);
  }

  /** Calls the newest servers in sequence. */
  async function callsASecond(): Promise<number> {
    const rates: number[] = [];
    for (const id of running.slice(-5)) {
      const headers = {
        ...{ authorization: `Bearer ${await getRuntimeToken(bench, id)}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      };
      const url = `${bench.context.baseUrl()}/mcp/${id}`;
      rates.push(await measureRate({ url, headers, body }, { calls: 200, atOnce: 8 }));
    }
    return median(rates);
  }
}
