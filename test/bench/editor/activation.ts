import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import { report } from "./report.ts";

/** Runs in the extension host: activates an empty extension, then Fairlead, and reports the time of each. */
export const run = () => report(measure);

async function measure() {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const activated = async (id: string) => {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} is not there, or active already`);
    collect();
    const before = process.memoryUsage().heapUsed;
    const started = performance.now();
    await extension.activate();
    const ms = performance.now() - started;
    collect();
    const heapMb = (process.memoryUsage().heapUsed - before) / 1e6;
    return { ms, heapMb };
  };
  // The first activation includes one-time work of the host.
  await activated("bench.first");
  const bare = await activated("bench.bare");
  const ours = await activated("fairlead.fairlead");
  return { bare, ours };
}
