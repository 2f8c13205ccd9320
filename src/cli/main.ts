import "./node20.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { commands } from "./commands.ts";
import { runCli } from "./runCli.ts";

// One file for Node 20 or newer: `node fairlead.mjs COMMAND`.

const interruption = new AbortController();
// What is cleaned up after the first signal has limits of time, so that further ones have nothing to end.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => interruption.abort());
// What reads the output may have ended: then nothing waits for more of it.
process.stdout.on("error", () => interruption.abort());
process.stderr.on("error", () => {});

process.exitCode = await runCli(commands, process.argv.slice(2), {
  version: readVersion(),
  cwd: process.cwd(),
  programFolder: import.meta.dirname,
  environment: process.env,
  signal: interruption.signal,
  writeOutput: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});

/** The version in the package.json of the package; without one this file was copied out of it. */
function readVersion(): string {
  try {
    const text = readFileSync(join(import.meta.dirname, "../package.json"), "utf8");
    return z.object({ name: z.literal("fairlead"), version: z.string() }).parse(JSON.parse(text)).version;
  } catch {
    return "unknown";
  }
}
