import { tmpdir } from "node:os";
import type { SandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

/** A machine without a sandbox, for tests of what Node alone restricts, and of processes whose pids they look at. */
export const noSandbox: SandboxFinder = {
  find: async () => ({ sandbox: undefined, reason: "this test uses none", remedy: "Use one." }),
  folder: async () => tmpdir(),
  close: async () => {},
};
