import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { type CommandContext, UsageError } from "../command.ts";
import { requireServiceNode } from "./withClient.ts";

const startupSchema = z.object({ url: z.url(), key: z.string().min(1) });

/** A service that still runs so long after its SIGTERM is killed. */
const stopLimitMs = 20_000;

/** Runs a local service with a data folder of its own for some work. Neither the process nor the folder is there afterwards. */
export async function withTemporaryService<Result>(
  { programFolder, signal }: Pick<CommandContext, "programFolder" | "signal">,
  work: (address: z.output<typeof startupSchema>) => Promise<Result>,
): Promise<Result> {
  const program = join(programFolder, "service.mjs");
  if (!existsSync(program))
    throw new UsageError(
      "service.mjs is not beside this program. Run fairlead from its whole package, or set FAIRLEAD_URL and FAIRLEAD_KEY.",
    );
  requireServiceNode();
  const folder = await mkdtemp(join(tmpdir(), "fairlead-cli-"));
  const service = startProcess(program, folder);
  try {
    return await work(await Promise.race([service.started, rejectWhenAborted(signal)]));
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function startProcess(program: string, folder: string) {
  const child = spawn(process.execPath, ["--no-warnings", program, "--data", folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += String(chunk).slice(0, 10_000 - errors.length);
  });
  const ended = once(child, "close").catch(() => {});
  const line = once(createInterface(child.stdout), "line").then(([text]) => startupSchema.parse(JSON.parse(text)));
  const failed = ended.then(() => Promise.reject(new UsageError(`The local service did not start. ${errors}`.trim())));
  const started = Promise.race([line, failed]);
  for (const promise of [line, failed, started]) promise.catch(() => {});
  return {
    started,
    stop: async () => {
      child.kill();
      const limit = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
      await ended;
      clearTimeout(limit);
    },
  };
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const aborted = once(signal, "abort").then(() => Promise.reject(signal.reason));
  aborted.catch(() => {});
  return signal.aborted ? Promise.reject(signal.reason) : aborted;
}
