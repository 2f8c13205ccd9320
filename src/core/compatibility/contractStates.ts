import * as z from "zod";
import { type OperationName, operationTable } from "../../contract/operations.ts";

export interface ContractState {
  readonly state: string;
  /** What the state means, in plain words. */
  readonly meaning: string;
}

/** By resource of a profile's `states`: what each state of the contract means. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  server: {
    draft: "It has no generated version yet",
    generating: "A version is being generated",
    ready: "A version is generated and can be deployed",
    failed: "The generation failed",
  },
  deployment: {
    queued: "It waits for its turn",
    building: "It is being built",
    starting: "It is built and starts",
    running: "It runs and serves requests",
    degraded: "It serves requests, but not well",
    stopped: "It was stopped",
    superseded: "A newer deployment took its place",
    failed: "It could not be built or started, or it crashed for good",
  },
  health: {
    healthy: "All checks pass",
    degraded: "It is slow, or a check fails",
    unhealthy: "It does not respond",
    unknown: "It was not checked yet",
  },
  installation: {
    installing: "It is being installed",
    installed: "It is installed",
    failed: "It could not be installed",
    removed: "It was uninstalled",
  },
  testRun: {
    queued: "It waits for its turn",
    running: "The tests run",
    passed: "All tests passed",
    failed: "A test failed",
    errored: "The tests could not be run",
  },
  oauthConnection: {
    connected: "The account is connected",
    expired: "The access has expired: the account must be connected again",
    revoked: "The access was revoked: the account must be connected again",
  },
};

/** The states of the items that an operation returns; empty if they have none. */
export function listContractStates(operation: OperationName, resource: string): readonly ContractState[] {
  return readStates(operation).map((state) => ({ state, meaning: meanings[resource]?.[state] ?? "" }));
}

function readStates(operation: OperationName): readonly string[] {
  const output: z.ZodType | null = operationTable[operation].output;
  if (!(output instanceof z.ZodObject)) return [];
  const { items } = output.shape;
  const item = items instanceof z.ZodArray && "nextCursor" in output.shape ? items.element : output;
  const status: unknown = item instanceof z.ZodObject ? item.shape.status : undefined;
  return status instanceof z.ZodEnum ? status.options.map(String) : [];
}
