import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { createProgramEnvironment } from "./processEnvironment.ts";

/**
 * Ends processes when the service is gone, however it went: one in an endless loop notices nothing itself. Started with the first
 * process there is to watch, as a process of its own, in a group of its own: what ends the service's group leaves it alone.
 */
export interface ProcessWatch {
  /** Opens the process's gate once it is known to whoever outlives the service. */
  add(child: ChildProcess): void;
  remove(child: ChildProcess): void;
  /** Resolves when the watching process is gone. */
  close(): Promise<void>;
}

/**
 * What is watched is started with a pipe of this number, and waits at it (`deployments/guard.ts`) before any code of its own: where the
 * service is killed before it is watched, the pipe ends, and it does too.
 */
export const startBarrierDescriptor = 4;

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
  const tell = (message: { readonly add: readonly number[] } | { readonly remove: number }, told = () => {}) => {
    // Where it cannot be told, processes still run, and still end by themselves where they can.
    if (watcher?.connected) watcher.send(message, told);
    else told();
  };
  return {
    add: (child) => {
      const { pid } = child;
      if (pid === undefined) return;
      const isFirst = watcher?.connected !== true;
      watched.add(pid);
      // Somebody may have ended the one before.
      if (isFirst) watcher = startWatcher();
      tell({ add: isFirst ? [...watched] : [pid] }, () => open(child));
    },
    remove: ({ pid }) => {
      if (pid === undefined || !watched.delete(pid)) return;
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
    env: createProgramEnvironment(process.env),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
    windowsHide: true,
  });
  child.on("error", () => undefined).unref();
  child.channel?.unref();
  return child;
}

function open(child: ChildProcess): void {
  const pipe = child.stdio[startBarrierDescriptor];
  if (!(pipe instanceof Socket)) return;
  // It may be gone already, and its end is waited for only where what it says is read.
  pipe.on("error", () => undefined).resume();
  pipe.end("\n");
}
