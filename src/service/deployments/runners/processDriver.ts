import type { SandboxFinder, SandboxResult } from "../../confinement/findSandbox.ts";
import { createConfinedRunner } from "./confinedRunner.ts";
import { processRunner } from "./processRunner.ts";
import type { RunnerDriver } from "./serverRunners.ts";

/** Runs servers as processes of this machine: confined if it has a sandbox. */
export function createProcessDriver(finder: SandboxFinder): RunnerDriver {
  return {
    canReplicate: false,
    canUseAccounts: true,
    describe: async () => {
      const found = await finder.find();
      const by = found.sandbox ? `confined by ${found.sandbox.name}` : "not confined by the operating system";
      const description = `Processes of this machine, ${by}.`;
      return { available: true, description, lacks: listLacks(found), canLimit: false };
    },
    open: async () => {
      const { sandbox } = await finder.find();
      return sandbox ? createConfinedRunner(sandbox, await finder.folder()) : processRunner;
    },
  };
}

function listLacks(found: SandboxResult): string[] {
  return [
    "Servers are programs for Node, with the packages of their package-lock.json.",
    "One process runs a server.",
    "Memory and CPU limits of a server do not apply to processes.",
    ...(found.sandbox ? [] : [`Servers can connect to any host: ${found.reason}. ${found.remedy}`]),
  ];
}
