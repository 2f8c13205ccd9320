import { rmSync } from "node:fs";
import { formatConfinementNotice } from "../../../src/core/deployment/confinementNotice.ts";
import { createSandboxFinder, type SandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

const shared = createSandboxFinder(() => {});
const found = await shared.find();
const folder = await shared.folder();
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The sandbox of this machine for all services of this process: its trial starts several programs. */
export const machineSandbox: SandboxFinder = { ...shared, close: async () => {} };

/** Whether this machine has a sandbox. Tests of it are skipped without one. */
export const hasSandbox = found.sandbox !== undefined;

/** What a user reads before code runs at a service on this machine. */
export const machineNotice = formatConfinementNotice({
  confinement: found.sandbox
    ? { sandbox: found.sandbox.name, reason: null, remedy: null }
    : { sandbox: "none", reason: found.reason, remedy: found.remedy },
});

/** The same for one service, with a trial of its own. */
export const createMachineSandbox = () => createSandboxFinder(() => {});
