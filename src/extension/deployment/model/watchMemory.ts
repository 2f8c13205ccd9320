import * as z from "zod";
import type { Memory } from "../../base/ports.ts";

const entrySchema = z.object({
  connectionId: z.string(),
  deploymentId: z.string(),
  /** undefined: the service does not return it. */
  serverId: z.string().optional(),
  serverName: z.string().optional(),
  version: z.string().optional(),
  /** The sequence of the last written event. */
  last: z.int().min(0),
  /** Whether the outcome was announced. */
  isDecided: z.boolean(),
});
/** The stored state of a watched deployment. */
export type WatchEntry = z.output<typeof entrySchema>;

export type WatchMemory = ReturnType<typeof createWatchMemory>;

const name = "watches";
const most = 20;
/** A server may log thousands of lines a second, so the position alone is written less often. */
const writeEveryMs = 250;

export function createWatchMemory(memory: Memory) {
  const read = z.array(entrySchema).catch([]).parse(memory.read("workspace", name));
  const entries = new Map(read.map((entry) => [entry.deploymentId, entry]));
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = memory.write("workspace", name, [...entries.values()].slice(-most));
  };
  const writeSoon = () => {
    timer ??= setTimeout(write, writeEveryMs);
  };
  return {
    read: (): readonly WatchEntry[] => [...entries.values()],
    // A window that is reloaded keeps only what was written before its extensions end.
    save: (entry: WatchEntry): void => {
      const before = entries.get(entry.deploymentId);
      entries.set(entry.deploymentId, entry);
      if (before?.isDecided === entry.isDecided) writeSoon();
      else write();
    },
    remove: (deploymentId: string): void => {
      if (entries.delete(deploymentId)) write();
    },
    /** Resolves when everything is written. */
    flush: async (): Promise<void> => {
      if (timer) write();
      await writing;
    },
  };
}
