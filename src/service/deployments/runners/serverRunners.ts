import type { RunnerKind, ServerRunnerResource } from "../../../contract/runners.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { Runner } from "./runner.ts";

/** What a user reads about a way to run servers before choosing it. */
export type RunnerDescription = Pick<ServerRunnerResource, "available" | "description" | "lacks" | "limits">;

/** A way to run servers, whether this machine has it or not. Nothing is asked or started before one of these is called. */
export interface RunnerDriver {
  /** Whether servers receive the tokens of connected accounts. */
  readonly canUseAccounts: boolean;
  /** Whether the service may have it, which `describe` then tries. Asks nothing. */
  isPresent(): boolean;
  /** Never rejects. */
  describe(): Promise<RunnerDescription>;
  /** Rejects with a `DeploymentFailure` if it is not available. */
  open(): Promise<Runner>;
  /** Removes what a service that was killed left behind. Never rejects. */
  resume?(): Promise<void>;
}

/** The drivers by the kinds of the contract. */
export type RunnerDrivers = Readonly<Record<RunnerKind, RunnerDriver>>;

export interface ServerRunners {
  readonly drivers: RunnerDrivers;
  /** Whether servers may run in more than one way. */
  hasChoice(): boolean;
  /** All kinds, for the contract. */
  list(): Promise<ServerRunnerResource[]>;
  resume(): Promise<void>;
}

export function createServerRunners(drivers: RunnerDrivers): ServerRunners {
  const kinds = Object.keys(drivers) as RunnerKind[];
  const all = Object.values<RunnerDriver>(drivers);
  return {
    drivers,
    hasChoice: () => all.filter((driver) => driver.isPresent()).length > 1,
    list: () => Promise.all(kinds.map(async (kind) => ({ kind, ...(await drivers[kind].describe()) }))),
    resume: async () => void (await Promise.all(all.map((driver) => driver.resume?.()))),
  };
}

/** The driver of a kind that the service was not started for. */
export function createMissingDriver(description: string): RunnerDriver {
  return {
    // The description says what is missing.
    canUseAccounts: true,
    isPresent: () => false,
    describe: async () => ({ available: false, description, lacks: [] }),
    open: async () => {
      throw new DeploymentFailure("start", description);
    },
  };
}
