import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { said, stateWords } from "../foundation/statedValue.ts";
import type { Facts } from "./toolReply.ts";

const lastLines = 15;

export function deploymentFacts(deployment: Deployment): Facts {
  const { id, version, createdAt, startedAt, finishedAt, message } = deployment;
  return {
    ...{ id, version, status: stateWords(deployment) },
    createdAt: said(createdAt),
    startedAt: said(startedAt),
    finishedAt: said(finishedAt),
    message: message ?? undefined,
  };
}

/** Why it failed and what its server wrote last; undefined where the service does not say. */
export function failureFacts({ failure }: Deployment): Facts | undefined {
  return failure ? { step: failure.step, message: failure.message, log: failure.log.slice(-lastLines) } : undefined;
}

/** Names of the variables it needs and does not have; never their values. */
export function missingVariables({ variables, environment }: Server): readonly string[] {
  return variables.filter(({ name, required }) => required && !(name in environment)).map(({ name }) => name);
}
