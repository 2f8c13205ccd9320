import type { SandboxFinder, SandboxResult } from "../../confinement/findSandbox.ts";
import type { SandboxLimit } from "../../confinement/sandbox.ts";
import { createConfinedRunner } from "./confinedRunner.ts";
import { processRunner } from "./processRunner.ts";
import type { RunnerDriver } from "./serverRunners.ts";

/** Runs servers as processes of this machine: confined if it has a sandbox. */
export function createProcessDriver(finder: SandboxFinder): RunnerDriver {
  return {
    startsAllReplicas: false,
    canUseAccounts: true,
    describe: async () => {
      const found = await finder.find();
      const by = found.sandbox ? `confined by ${found.sandbox.name}` : "not confined by the operating system";
      const description = `Processes of this machine, ${by}.`;
      return { available: true, description, lacks: listLacks(found), limits: listLimits(found) };
    },
    open: async () => {
      const found = await finder.find();
      if (!found.sandbox) return processRunner;
      const { sandbox, limits } = found;
      return createConfinedRunner({ ...sandbox, limits }, await finder.folder());
    },
  };
}

function listLacks(found: SandboxResult): string[] {
  return [
    "Servers are programs for Node, with the packages of their package-lock.json.",
    ...listMissingLimits(listLimits(found)),
    ...(found.sandbox ? [] : [`Servers can connect to any host: ${found.reason}. ${found.remedy}`]),
  ];
}

const listLimits = (found: SandboxResult): SandboxLimit[] => (found.sandbox ? [...found.limits] : []);

function listMissingLimits(limits: readonly SandboxLimit[]): string[] {
  if (!limits.includes("memoryMb")) return ["Memory and CPU limits of a server do not apply to processes."];
  if (limits.includes("cpus")) return [];
  return [
    "CPU limits of a server do not apply to processes: they need systemd and cgroup v2 for the user of the service.",
  ];
}
