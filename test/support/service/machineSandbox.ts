import { createSandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

const trial = createSandboxFinder(() => {});
const found = await trial.find();
await trial.close();

/** Whether this machine has a sandbox. Tests of it are skipped without one. */
export const hasSandbox = found.sandbox !== undefined;

/** The sandbox of this machine, for one service. */
export const createMachineSandbox = () => createSandboxFinder(() => {});
