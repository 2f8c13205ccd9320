import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { root } from "../../../host/prepare/paths.mjs";

/** Judges build it first. */
const serviceProgram = join(root, "dist", "service.mjs");

const helloSchema = z.object({ url: z.string(), key: z.string().optional(), notice: z.string().optional() });
export type Hello = z.output<typeof helloSchema>;

/** The real service as a separate process. */
export interface KillableService {
  /** Undefined if the process ended before it was ready. */
  readonly hello: Promise<Hello | undefined>;
  /** The time until the process was ready. */
  readyMs(): number | undefined;
  /** The signal or exit code, and the text of standard error. */
  readonly ended: Promise<{ readonly by: string; readonly stderr: string }>;
  signal(name: "SIGKILL" | "SIGTERM"): void;
}

interface Start {
  readonly dataDir: string;
  /** The statement before which the process kills itself. */
  readonly killAt?: number | undefined;
}

const preload = pathToFileURL(`${import.meta.dirname}/killAtStatement.mjs`).href;

export function startKillable({ dataDir, killAt }: Start): KillableService {
  const started = performance.now();
  const imported = killAt === undefined ? [] : [`--import=${preload}`];
  const child = spawn(process.execPath, ["--no-warnings", ...imported, serviceProgram, "--data", dataDir], {
    // The folder identifies the processes that the service starts.
    cwd: dataDir,
    env: { ...process.env, KILL_AT_STATEMENT: String(killAt ?? 0) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  let readyMs: number | undefined;
  const ended = once(child, "close").then(([code, signal]) => ({ by: String(signal ?? code), stderr }));
  const line = Promise.withResolvers<string | undefined>();
  createInterface({ input: child.stdout }).once("line", (text) => {
    readyMs = performance.now() - started;
    line.resolve(text);
  });
  void ended.then(() => line.resolve(undefined));
  return {
    hello: line.promise.then((text) => (text === undefined ? undefined : helloSchema.parse(JSON.parse(text)))),
    readyMs: () => readyMs,
    ended,
    signal: (name) => void child.kill(name),
  };
}
