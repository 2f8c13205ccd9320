import type { SandboxFinder } from "../../confinement/findSandbox.ts";
import { createConfinedRunner } from "./confinedRunner.ts";
import { processRunner } from "./processRunner.ts";
import type { Runner } from "./runner.ts";

/** The runner of this machine: confined if it has a sandbox. */
export async function findRunner(finder: SandboxFinder): Promise<Runner> {
  const { sandbox } = await finder.find();
  return sandbox ? createConfinedRunner(sandbox, await finder.folder()) : processRunner;
}
