import type { RunnerKind } from "../../contract/runners.ts";
import type { OperationPreparations, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

/** Refuses a runner that is not available before it is saved. */
export function createRunnerChecks(context: ServiceContext): OperationPreparations {
  const { drivers } = context.runners;
  const checkAvailable = async (kind: RunnerKind) => {
    const { available, description } = await drivers[kind].describe();
    if (!available) throw createProblem("runsOn", description);
  };
  return {
    "project.update": async ({ input }) => {
      if (input.runsOn) await checkAvailable(input.runsOn);
    },
    "server.update": async ({ input }) => {
      if (input.runsOn) await checkAvailable(input.runsOn);
    },
  };
}

const createProblem = (path: string, message: string) =>
  new ServiceProblem("unusable", message, { errors: [{ path, message }] });
