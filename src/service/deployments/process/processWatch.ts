import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { createProgramEnvironment } from "./processEnvironment.ts";

/**
 * Ends processes when the service has exited for any reason, because a process in an endless loop does not notice the exit. The watcher
 * is a separate process in its own process group, so that a signal to the service's group does not end it. It starts with the first
 * watched process.
 */
export interface ProcessWatch {
  /** Releases the process's start barrier after the watcher knows the process. */
  add(child: ChildProcess): void;
  remove(child: ChildProcess): void;
  /** Resolves when the watcher has exited. */
  close(): Promise<void>;
}

/**
 * A watched process starts with a pipe of this number and waits for it (`process/processGuard.ts`) before its own code runs. If the
 * service is killed before that, the pipe closes and the process exits.
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
      // The process has already exited.
    }
  }
});
`;

export function createProcessWatch(): ProcessWatch {
  const watched = new Set<number>();
  let watcher: ChildProcess | undefined;
  const notifyWatcher = (
    message: { readonly add: readonly number[] } | { readonly remove: number },
    onSent = () => {},
  ) => {
    // Without a connection processes still run, and most of them still exit by themselves.
    if (watcher?.connected) watcher.send(message, onSent);
    else onSent();
  };
  return {
    add: (child) => {
      const { pid } = child;
      if (pid === undefined) return;
      const isFirst = watcher?.connected !== true;
      watched.add(pid);
      // Another program may have ended the previous watcher.
      if (isFirst) watcher = startWatcher();
      notifyWatcher({ add: isFirst ? [...watched] : [pid] }, () => releaseBarrier(child));
    },
    remove: ({ pid }) => {
      if (pid === undefined || !watched.delete(pid)) return;
      notifyWatcher({ remove: pid });
    },
    close: async () => {
      const current = watcher;
      if (!current || current.exitCode !== null || current.signalCode !== null || current.pid === undefined) return;
      // The watcher is unreferenced, so `close` must reference it to wait for its exit.
      current.ref();
      const exited = once(current, "exit");
      if (current.connected) current.disconnect();
      await exited;
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

function releaseBarrier(child: ChildProcess): void {
  const pipe = child.stdio[startBarrierDescriptor];
  if (!(pipe instanceof Socket)) return;
  // The process may have exited already. The pipe's end is only noticed while its data is read.
  pipe.on("error", () => undefined).resume();
  pipe.end("\n");
}
