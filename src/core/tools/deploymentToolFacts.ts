import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { formatState } from "../foundation/serviceState.ts";
import type { ToolFacts } from "./toolReply.ts";

const lastLines = 15;

export function deploymentToolFacts(deployment: Deployment): ToolFacts {
  const { id, version, createdAt, startedAt, finishedAt, message } = deployment;
  return {
    ...{ id, version, status: formatState(deployment.status) },
    createdAt,
    startedAt: startedAt ?? undefined,
    finishedAt: finishedAt ?? undefined,
    message: message ?? undefined,
  };
}

/** Why it failed and what its server wrote last; undefined where the service does not say. */
export function failureToolFacts({ failure }: Deployment): ToolFacts | undefined {
  return failure ? { step: failure.step, message: failure.message, log: failure.log?.slice(-lastLines) } : undefined;
}

/** Names of the variables it needs and does not have; never their values. */
export function listMissingVariables({ variables = [], environment = {} }: Server): readonly string[] {
  return variables.filter(({ name, required }) => required && !(name in environment)).map(({ name }) => name);
}
