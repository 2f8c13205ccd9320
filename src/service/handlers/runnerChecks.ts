import type { RunnerKind } from "../../contract/runners.ts";
import type { OperationPreparations, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { requireServerRow } from "./serverHandlers.ts";

/** Refuses a runner that is not available, and more replicas than it can run, before they are saved. */
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
    "server.update": async ({ input, caller }) => {
      if (input.runsOn === undefined && input.replicas === undefined) return;
      const row = requireServerRow(context, caller.organizationId, input.id);
      const kind = (input.runsOn === undefined ? row.runs_on : input.runsOn) ?? row.project_runs_on;
      if (input.runsOn) await checkAvailable(input.runsOn);
      const replicas = input.replicas ?? row.replicas;
      if (replicas > 1 && !drivers[kind].canReplicate)
        throw createProblem("replicas", describeReplicas(kind, replicas));
    },
  };
}

export function describeReplicas(kind: RunnerKind, replicas: number): string {
  return `A server with ${replicas} replicas cannot run on "${kind}", which runs one. Set "replicas" to 1, or "runsOn" to "kubernetes".`;
}

const createProblem = (path: string, message: string) =>
  new ServiceProblem("unusable", message, { errors: [{ path, message }] });
