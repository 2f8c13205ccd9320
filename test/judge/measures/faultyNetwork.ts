import { createRequire } from "node:module";
import { bundleClient } from "../../support/client/bundleClient.ts";
import { openTruth } from "../../support/simulated/truth/truth.ts";
import type { Measure, MeasureResult, MeasureSize } from "../figure.ts";
import { judgeBigBodies } from "./faultyNetwork/bigBodies.ts";
import { faults } from "./faultyNetwork/faults.ts";
import { judgeFlapping } from "./faultyNetwork/flapping.ts";
import { judgeJumpingClient, judgeJumpingService } from "./faultyNetwork/jumpingClock.ts";
import {
  addCallTally,
  type CreateClient,
  createCallTally,
  judgeFaultCase,
  knownProfiles,
  sampledOperations,
} from "./faultyNetwork/matrix.ts";
import { judgeMidway } from "./faultyNetwork/midway.ts";
import { watchProcess } from "./faultyNetwork/watch.ts";

const require = createRequire(import.meta.url);
const firstSeed = 20_260;
const extent = {
  full: { own: 1, others: 1, midwaySeeds: 60, flapping: 3000, jumping: 1000, bodies: 43 },
  short: { own: 4, others: 22, midwaySeeds: 1, flapping: 40, jumping: 30, bodies: 1 },
} as const satisfies Record<MeasureSize, object>;

export const faultyNetwork: Measure = {
  id: "R1",
  goal: "12 transport and 14 HTTP faults x 43 operations: success or one typed error in time; 0 hangs, 0 unhandled",
  needs: "node",
  isLong: true,
  measure: async (size) => {
    const bundle = await bundleClient();
    const watch = watchProcess();
    try {
      // The bundle contains this function.
      const { connectToService } = require(bundle.file) as { connectToService: CreateClient };
      const found = await measureWith(connectToService, size);
      const unhandled = [...watch.rejections, ...watch.exceptions];
      const figure = `${found.figure}, ${unhandled.length} unhandled`;
      return { figure, met: found.met && unhandled.length === 0, findings: [...(found.findings ?? []), ...unhandled] };
    } finally {
      watch.end();
      bundle.remove();
    }
  },
};

async function measureWith(create: CreateClient, size: MeasureSize): Promise<MeasureResult> {
  const { own, others, midwaySeeds, flapping, jumping, bodies } = extent[size];
  const tally = createCallTally();
  // The short form tests each fault with a part of the operations, which changes every time.
  for (const [knowing, known] of Object.entries(knownProfiles)) {
    for (const [turn, fault] of faults.entries()) {
      const called = sampledOperations.filter(
        (_, index) => (index + turn) % (known === undefined ? own : others) === 0,
      );
      await judgeFaultCase(tally, { create, fault, knowing, called });
    }
  }
  const matrix = tally.calls;
  const truth = await openTruth();
  for (let seed = firstSeed; seed < firstSeed + midwaySeeds; seed += 1)
    addCallTally(tally, await judgeMidway(create, truth, seed));
  await truth.close();
  const midway = tally.calls - matrix;
  addCallTally(tally, await judgeFlapping(create, flapping, firstSeed));
  addCallTally(tally, await judgeJumpingClient(create, jumping, firstSeed));
  addCallTally(tally, await judgeJumpingService(create, jumping, firstSeed));
  const big = await judgeBigBodies(create, bodies);
  addCallTally(tally, big);
  const figure = [
    `${tally.calls} calls (${matrix} of ${faults.length} faults x 43 operations x ${Object.keys(knownProfiles).length} services`,
    `${midway} broken midway, ${flapping} over a flapping network, ${2 * jumping} by jumping clocks`,
    `${bodies} bodies of 100 MB, +${(big.grownBytes / 2 ** 20).toFixed(1)} MiB)`,
  ].join(", ");
  const ends = `${tally.successes} succeeded, ${tally.errors} typed errors, ${tally.flaws.length} wrong, slowest ${Math.round(tally.slowestMs)} ms`;
  return { figure: `${figure}: ${ends}`, met: tally.flaws.length === 0, findings: tally.flaws };
}
