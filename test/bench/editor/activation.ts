import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import { recordEffects } from "../../vscode/effects.ts";
import { report } from "./report.ts";

/** What the extension host calls: activates an extension that does nothing, then ours, and says what each took. */
export const run = () => report(measure);

async function measure() {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const activated = async (id: string) => {
    const extension = vscode.extensions.getExtension(id);
    if (!extension || extension.isActive) throw new Error(`${id} is not there, or active already`);
    collect();
    const before = process.memoryUsage().heapUsed;
    let ms = 0;
    const { connections, processes } = await recordEffects(extension.extensionPath, async () => {
      const started = performance.now();
      await extension.activate();
      ms = performance.now() - started;
    });
    collect();
    const heapMb = (process.memoryUsage().heapUsed - before) / 1e6;
    return { ms, heapMb, connections: connections.length, processes: processes.length };
  };
  // Whoever is first pays for what the host does for the first time.
  await activated("bench.first");
  const bare = await activated("bench.bare");
  const ours = await activated("fairlead.fairlead");
  return { bare, ours };
}
