import { tmpdir } from "node:os";
import { formatConfinementNotice } from "../../../src/extension/deployment/model/confinementNotice.ts";
import type { SandboxFinder } from "../../../src/service/confinement/findSandbox.ts";

const reason = "this test uses none";
const remedy = "Use one.";

/** A machine without a sandbox, for tests of what Node alone restricts, and of processes whose pids they look at. */
export const noSandbox: SandboxFinder = {
  find: async () => ({ sandbox: undefined, reason, remedy }),
  folder: async () => tmpdir(),
  close: async () => {},
};

/** What a user reads before code runs at a service without a sandbox. */
export const unconfinedNotice = formatConfinementNotice({ confinement: { sandbox: "none", reason, remedy } });
