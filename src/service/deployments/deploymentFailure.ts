import type { DeploymentResource } from "../../contract/deployments.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { cutServerText } from "./process/serverOutput.ts";

/** Why a deployment did not start or did not keep running. It is saved with the deployment and shown to the user. */
export class DeploymentFailure extends Error {
  readonly step: string;
  readonly log: readonly string[];
  constructor(step: string, message: string, log: readonly string[] = [], cause?: unknown) {
    super(message, { cause });
    this.name = "DeploymentFailure";
    this.step = step;
    this.log = log;
  }
}

/** Converts an error to the failure of the contract. */
export function toContractFailure(error: unknown, step: string): NonNullable<DeploymentResource["failure"]> {
  if (error instanceof DeploymentFailure)
    return { step: error.step, message: cutServerText(error.message), log: [...error.log] };
  const reason = describeStorageFailure(error);
  if (reason !== undefined) return { step, message: `The service's data folder: ${reason}`, log: [] };
  return { step, message: cutServerText(errorMessage(error)), log: [] };
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
