import type { Deployment } from "../../contract/deployments.ts";
import { readStateWord } from "../base/serviceState.ts";
import type { ToolFacts } from "./toolReply.ts";

const lastLines = 15;

export function deploymentToolFacts(deployment: Deployment): ToolFacts {
  const { id, version, createdAt, startedAt, finishedAt, message, runsOn, image, idleSince } = deployment;
  return {
    id,
    version,
    status: readStateWord(deployment.status),
    createdAt,
    startedAt: startedAt ?? undefined,
    finishedAt: finishedAt ?? undefined,
    message: message ?? undefined,
    runsOn,
    image: image ?? undefined,
    idleSince: idleSince ?? undefined,
  };
}

/** The reason of the failure and the last output; undefined when the service does not report it. */
export function failureToolFacts({ failure }: Deployment): ToolFacts | undefined {
  return failure ? { step: failure.step, message: failure.message, log: failure.log?.slice(-lastLines) } : undefined;
}
