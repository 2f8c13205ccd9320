import { mkdtemp, realpath, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBubblewrap } from "./bubblewrap.ts";
import type { Sandbox, SandboxLimit } from "./sandbox.ts";
import { createSeatbelt } from "./seatbelt.ts";
import { tryAgentSandbox, tryLimits, trySandbox } from "./trySandbox.ts";

/** The sandbox of this machine, or why it has none. */
export type SandboxResult =
  | { readonly sandbox: Sandbox; readonly limits: readonly SandboxLimit[] }
  | { readonly sandbox: undefined; readonly reason: string; readonly remedy: string };

/** Finds the sandbox of this machine when it is first needed. */
export interface SandboxFinder {
  find(): Promise<SandboxResult>;
  /** A folder for files and sockets of confined programs. Its path is short, because that of a socket may have about 100 bytes. */
  folder(): Promise<string>;
  close(): Promise<void>;
}

const remedy = {
  linux: "Install bubblewrap 0.8 or newer with your package manager, and allow user namespaces.",
  other: "Deploy to a service on Linux to run servers confined.",
} as const;

async function createSandbox(folder: string): Promise<Sandbox> {
  if (process.platform === "linux") return createBubblewrap(folder);
  if (process.platform === "darwin") return createSeatbelt();
  throw new Error(`there is no sandbox for ${process.platform} yet`);
}

const readReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A scope that limits processors limits memory and processes too. */
export const selectAgentWrap = ({ wrapAgent, wrapAgentInScope }: Sandbox, limits: readonly SandboxLimit[]) =>
  limits.includes("cpus") ? (wrapAgentInScope ?? wrapAgent) : wrapAgent;

export function createSandboxFinder(log: (message: string) => void): SandboxFinder {
  let folder: Promise<string> | undefined;
  let result: Promise<SandboxResult> | undefined;
  const findFolder = () => {
    folder ??= mkdtemp(join(tmpdir(), "fairlead-")).then((path) => realpath(path));
    return folder;
  };
  const find = async (): Promise<SandboxResult> => {
    const startedAt = performance.now();
    try {
      if (!("setGlobalProxyFromEnv" in http))
        throw new Error(`Node ${process.version} cannot send the requests of confined servers through a proxy`);
      const parent = await findFolder();
      const sandbox = await createSandbox(parent);
      const [, limits, confinesAgents] = await Promise.all([
        trySandbox(sandbox, parent),
        tryLimits(sandbox, parent),
        tryAgentSandbox(sandbox, parent).then(
          () => true,
          (error: unknown) => {
            log(`Agents are not confined by the operating system: ${readReason(error)}.`);
            return false;
          },
        ),
      ]);
      log(`Programs are confined by ${sandbox.name}, tried in ${Math.round(performance.now() - startedAt)} ms.`);
      return {
        sandbox: { ...sandbox, wrapAgent: confinesAgents ? selectAgentWrap(sandbox, limits) : undefined },
        limits,
      };
    } catch (error) {
      const reason = readReason(error);
      log(`Programs are not confined by the operating system: ${reason}.`);
      return { sandbox: undefined, reason, remedy: process.platform === "linux" ? remedy.linux : remedy.other };
    }
  };
  return {
    find: () => {
      result ??= find();
      return result;
    },
    folder: findFolder,
    close: async () => {
      await result;
      const path = await folder;
      if (path !== undefined) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
