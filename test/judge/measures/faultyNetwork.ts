import { createRequire } from "node:module";
import { bundleClient } from "../../support/client/bundleClient.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { judgeBigBodies } from "./faultyNetwork/bigBodies.ts";
import { faults } from "./faultyNetwork/faults.ts";
import { type CreateClient, createCallTally, judgeFaultCase, knownProfiles } from "./faultyNetwork/matrix.ts";
import { watchProcess } from "./faultyNetwork/watch.ts";

const require = createRequire(import.meta.url);
const bodies = 43;

export const faultyNetwork: Measure = {
  id: "R1",
  goal: "12 transport and 14 HTTP faults x 43 operations: success or one typed error in time; 0 hangs, 0 unhandled",
  needs: "node",
  measure: async () => {
    const bundle = await bundleClient();
    const watch = watchProcess();
    try {
      // The bundle contains this function.
      const { connectToService } = require(bundle.file) as { connectToService: CreateClient };
      const found = await measureWith(connectToService);
      const unhandled = [...watch.rejections, ...watch.exceptions];
      const figure = `${found.figure}, ${unhandled.length} unhandled`;
      return { figure, met: found.met && unhandled.length === 0, findings: [...(found.findings ?? []), ...unhandled] };
    } finally {
      watch.end();
      bundle.remove();
    }
  },
};

async function measureWith(create: CreateClient): Promise<MeasureResult> {
  const tally = createCallTally();
  for (const knowing of Object.keys(knownProfiles))
    for (const fault of faults) await judgeFaultCase(tally, { create, fault, knowing });
  const matrix = tally.calls;
  const grownBytes = await judgeBigBodies(tally, create, bodies);
  const figure = [
    `${matrix} calls of ${faults.length} faults x 43 operations x ${Object.keys(knownProfiles).length} services`,
    `${bodies} bodies of 100 MB, +${(grownBytes / 2 ** 20).toFixed(1)} MiB`,
  ].join(", ");
  const ends = `${tally.successes} succeeded, ${tally.errors} typed errors, ${tally.flaws.length} wrong, slowest ${Math.round(tally.slowestMs)} ms`;
  return { figure: `${figure}: ${ends}`, met: tally.flaws.length === 0, findings: tally.flaws };
}
