import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { programEnvironment } from "./deployments/environment.ts";

/**
 * Ends processes when the service is gone, however it went: one in an endless loop notices nothing itself. Started with the first
 * process there is to watch, as a process of its own, in a group of its own: what ends the service's group leaves it alone.
 */
export interface ProcessWatch {
  add(pid: number): void;
  remove(pid: number): void;
  /** Resolves when the watching process is gone. */
  close(): Promise<void>;
}

const source = `
const watched = new Set();
process.on("message", ({ add, remove }) => {
  for (const pid of add ?? []) watched.add(pid);
  watched.delete(remove);
});
process.once("disconnect", () => {
  for (const pid of watched) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
  }
});
`;

export function createProcessWatch(): ProcessWatch {
  const watched = new Set<number>();
  let watcher: ChildProcess | undefined;
  const tell = (message: { readonly add: readonly number[] } | { readonly remove: number }) => {
    if (watcher?.connected) watcher.send(message, () => undefined);
  };
  const isThere = () => watcher?.connected === true;
  return {
    add: (pid) => {
      watched.add(pid);
      if (isThere()) return tell({ add: [pid] });
      // The first one, or somebody has ended the one before.
      watcher = startWatcher();
      tell({ add: [...watched] });
    },
    remove: (pid) => {
      watched.delete(pid);
      tell({ remove: pid });
    },
    close: async () => {
      const last = watcher;
      if (!last || last.exitCode !== null || last.signalCode !== null || last.pid === undefined) return;
      // It keeps nobody alive but whoever waits for it.
      last.ref();
      const gone = once(last, "exit");
      if (last.connected) last.disconnect();
      await gone;
    },
  };
}

function startWatcher(): ChildProcess {
  const child = spawn(process.execPath, ["-e", source], {
    env: programEnvironment(process.env),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
    windowsHide: true,
  });
  // Where it cannot be started, processes still run, and still end by themselves where they can.
  child.on("error", () => undefined).unref();
  child.channel?.unref();
  return child;
}
