import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The service as it is shipped: it starts in a fraction of what its sources take. */
export const serviceProgram = join(import.meta.dirname, "../../../dist/service.mjs");

export interface ServiceProcess {
  readonly pid: number;
  /** The first line of standard output; undefined when it ended without one. */
  readonly hello:
    | {
        url: string;
        pid: number;
        key?: string;
        running?: true;
        keys?: { email: string; key: string }[];
        notice?: string;
      }
    | undefined;
  /** What it wrote to standard error once it has ended. */
  readonly ended: Promise<{ code: number | null; stderr: string }>;
  signal(name: NodeJS.Signals): void;
}

/** The real service as a process of its own; resolves with its first line. */
export async function startServiceProcess(
  args: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, ["--no-warnings", serviceProgram, ...args], {
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "close").then(([code]: (number | null)[]) => ({ code: code ?? null, stderr }));
  const first = Promise.withResolvers<string | undefined>();
  if (child.stdout) createInterface(child.stdout).once("line", first.resolve);
  void ended.then(() => first.resolve(undefined));
  const line = await first.promise;
  return {
    pid: child.pid ?? 0,
    hello: line === undefined ? undefined : JSON.parse(line),
    ended,
    signal: (name) => child.kill(name),
  };
}
