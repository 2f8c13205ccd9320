import { formatConfinementNotice } from "../../../src/core/deployment/confinementNotice.ts";
import { createSandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

const trial = createSandboxFinder(() => {});
const found = await trial.find();
await trial.close();

/** Whether this machine has a sandbox. Tests of it are skipped without one. */
export const hasSandbox = found.sandbox !== undefined;

/** What a user reads before code runs at a service on this machine. */
export const machineNotice = formatConfinementNotice({
  confinement: found.sandbox
    ? { sandbox: found.sandbox.name, reason: null, remedy: null }
    : { sandbox: "none", reason: found.reason, remedy: found.remedy },
});

/** The sandbox of this machine, for one service. */
export const createMachineSandbox = () => createSandboxFinder(() => {});
