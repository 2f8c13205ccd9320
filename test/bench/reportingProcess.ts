import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type * as z from "zod";

export interface ReportingProcess<T> {
  /** The first line that it printed. */
  readonly report: T;
  end(): Promise<void>;
}

/** Runs a module of this folder in a separate process that prints its addresses and ends with its input. */
export async function startReportingProcess<T>(module: string, schema: z.ZodType<T>): Promise<ReportingProcess<T>> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(module, import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      report: schema.parse(JSON.parse(line)),
      end: () => {
        child.stdin.end();
        return ended;
      },
    };
  }
  throw new Error(`${module} ended before it was ready.`);
}

/** In such a process: prints the report, and closes what is open when the input ends, as it does if the parent process is gone. */
export function report(value: object, close: () => Promise<void>): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
  process.stdin.resume().once("close", () => void close().then(() => process.exit(0)));
}
