import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { builtService } from "../testBuild.ts";

export interface ServiceProcess {
  readonly pid: number;
  /** The first line of standard output; undefined if the process ended without one. */
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
  /** The exit code and the standard error output. */
  readonly ended: Promise<{ code: number | null; stderr: string }>;
  signal(name: NodeJS.Signals): void;
  /** Kills it. */
  close(): Promise<void>;
}

/** Starts the service as a separate process and waits for its first line. */
export async function startServiceProcess(
  args: readonly string[],
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, ["--no-warnings", await builtService(), ...args], {
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
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
