import * as z from "zod";
import type { Memory } from "../foundation/ports.ts";

const entrySchema = z.object({
  connectionId: z.string(),
  deploymentId: z.string(),
  /** undefined: the service does not say it. */
  serverId: z.string().optional(),
  /** undefined: not read yet. */
  serverName: z.string().optional(),
  version: z.string().optional(),
  /** The sequence of the last event written out. */
  last: z.int().min(0),
  /** Whether it was told how it went. */
  isDecided: z.boolean(),
});
/** As much of a followed deployment as outlives the window. */
export type WatchEntry = z.output<typeof entrySchema>;

export interface WatchMemory {
  read(): readonly WatchEntry[];
  put(entry: WatchEntry): void;
  remove(deploymentId: string): void;
  /** Everything is written out when this resolves. */
  flush(): Promise<void>;
}

const name = "watches";
const most = 20;
/** A server may log thousands of lines a second; the place is written down less often. */
const writeEveryMs = 250;

export function createWatchMemory(memory: Memory): WatchMemory {
  const read = z.array(entrySchema).catch([]).parse(memory.read("workspace", name));
  const entries = new Map(read.map((entry) => [entry.deploymentId, entry]));
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    await memory.write("workspace", name, [...entries.values()].slice(-most));
  };
  const writeSoon = () => {
    timer ??= setTimeout(() => void write(), writeEveryMs);
  };
  return {
    read: () => [...entries.values()],
    put: (entry) => {
      entries.set(entry.deploymentId, entry);
      writeSoon();
    },
    remove: (deploymentId) => {
      if (entries.delete(deploymentId)) writeSoon();
    },
    flush: async () => {
      if (timer) await write();
    },
  };
}
