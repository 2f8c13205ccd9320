import fc from "fast-check";
import type { Measure } from "../figure.ts";
import { checkAtEnd, commandSequences } from "./restartedService/commands.ts";
import { createServiceModel } from "./restartedService/model.ts";
import {
  type RestartableService,
  startClosableService,
  startKillableService,
} from "./restartedService/restartableService.ts";

const seed = 20_260_603;
const most = {
  short: { closed: 4, killed: 0, commands: 20 },
  full: { closed: 120, killed: 40, commands: 40 },
} as const;

export const restartedService: Measure = {
  id: "F2",
  goal: "whatever is done in whatever order, with restarts between: the service has what a model of it has",
  needs: "node",
  measure: async (size) => {
    const { closed, killed, commands } = most[size];
    const counts = { sequences: 0, steps: 0, restarts: 0 };
    const findings = [...(await follow(startClosableService, closed, commands, counts))];
    const orderly = counts.sequences;
    if (killed > 0) findings.push(...(await follow(startKillableService, killed, commands, counts)));
    const kills = killed > 0 ? `, ${counts.sequences - orderly} of the sequences with kill -9` : "";
    const figure = `${counts.sequences} sequences, ${counts.steps} steps, ${counts.restarts} restarts${kills}: ${findings.length} differences, seed ${seed}`;
    return { figure, met: findings.length === 0 && counts.restarts > 0, findings };
  },
};

interface Counts {
  sequences: number;
  steps: number;
  restarts: number;
}

async function follow(
  start: () => Promise<RestartableService>,
  numRuns: number,
  commands: number,
  counts: Counts,
): Promise<readonly string[]> {
  const property = fc.asyncProperty(commandSequences(commands), async (steps) => {
    const served = await start();
    const restart = () => {
      counts.restarts += 1;
      return served.restart();
    };
    const counted: RestartableService = {
      ...{ url: served.url, key: served.key, close: served.close, restart },
      get client() {
        return served.client;
      },
    };
    try {
      const model = createServiceModel();
      await fc.asyncModelRun(() => ({ model, real: counted }), steps);
      await checkAtEnd(model, counted);
      counts.steps += model.done;
      counts.sequences += 1;
    } finally {
      await served.close();
    }
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    ...{ numRuns, seed, interruptAfterTimeLimit: 270_000, markInterruptAsFailure: false },
  });
  if (!failed) return [];
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [`${String(counterexample)}: ${reason}`.slice(0, 2000)];
}
