import { rmSync } from "node:fs";
import { createSandboxFinder, type SandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

const shared = createSandboxFinder(() => {});
const found = await shared.find();
const folder = await shared.folder();
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The sandbox of this machine for all services of this process: its trial starts several programs. */
export const machineSandbox: SandboxFinder = { ...shared, close: async () => {} };

/** Whether this machine has a sandbox. Tests of it are skipped without one. */
export const hasSandbox = found.sandbox !== undefined;

/** The same for one service, with a trial of its own. */
export const createMachineSandbox = () => createSandboxFinder(() => {});
