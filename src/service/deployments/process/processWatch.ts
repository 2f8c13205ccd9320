import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";
import { createProgramEnvironment } from "./processEnvironment.ts";

/** A DELETE to a Unix socket. */
interface EndRequest {
  readonly socketPath: string;
  readonly path: string;
}

/** What the watcher ends, by pid, by the negative number of a process group, or by path. */
type Watched = number | EndRequest;

/**
 * Ends processes when the service has exited for any reason, because a process in an endless loop does not notice the exit. The watcher
 * is a separate process in its own process group, so that a signal to the service's group does not end it. It starts with the first
 * watched process.
 */
export interface ProcessWatch {
  /** Releases the start barrier of a process, spawned with `watchedSpawn`, after the watcher knows it. */
  add(child: ChildProcess): void;
  remove(child: ChildProcess): void;
  /** Sends a request if the service exits before the returned function is called: another program runs the server. */
  addRequest(request: EndRequest): () => void;
  /** Resolves when the watcher has exited. */
  close(): Promise<void>;
}

/** A watched process leads a process group, which ends as a whole. Windows has no groups. */
export const watchedSpawn = { detached: process.platform !== "win32", windowsHide: true } as const;

/** kill(2) takes the number of a group as a negative one. */
const getWatchedId = (pid: number) => (watchedSpawn.detached ? -pid : pid);

/** Ends a watched process at once, with all that it has started. bubblewrap killed alone leaves a process that waits for it for ever. */
export function killWatched({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(getWatchedId(pid), "SIGKILL");
  } catch {
    // All of the group have exited.
  }
}

/** A watched process starts with a pipe of this number. Its own code runs after `startBarrierSource`. */
export const startBarrierDescriptor = 4;

/**
 * Says at the start barrier that the process is there, and waits for its release. If the service is killed or kills the sandbox before,
 * the pipe closes and the process exits: bubblewrap ends its program with itself only once the program runs.
 */
export const startBarrierSource = `
import { closeSync, readSync, writeSync } from "node:fs";
const isReleased = () => {
  try {
    return readSync(${startBarrierDescriptor}, Buffer.alloc(1)) === 1;
  } catch (error) {
    return error.code === "EAGAIN" && isReleased();
  }
};
try {
  writeSync(${startBarrierDescriptor}, "\\n");
} catch {}
if (!isReleased()) process.exit(0);
closeSync(${startBarrierDescriptor});
`;

const source = `
const watched = new Map();
process.on("message", ({ add, remove }) => {
  for (const one of add ?? []) watched.set(one.path ?? one, one);
  watched.delete(remove);
});
process.once("disconnect", () => {
  for (const one of watched.values()) {
    try {
      if (typeof one === "number") process.kill(one, "SIGKILL");
      else require("node:http").request({ ...one, method: "DELETE" }).on("error", () => {}).end();
    } catch {
      // The process has already exited.
    }
  }
});
`;

export function createProcessWatch(): ProcessWatch {
  const watched = new Map<number | string, Watched>();
  let watcher: ChildProcess | undefined;
  const notifyWatcher = (
    message: { readonly add: readonly Watched[] } | { readonly remove: number | string },
    onSent = () => {},
  ) => {
    // Without a connection processes still run, and most of them still exit by themselves.
    if (watcher?.connected) watcher.send(message, onSent);
    else onSent();
  };
  const add = (key: number | string, one: Watched, onSent?: () => void) => {
    const isFirst = watcher?.connected !== true;
    watched.set(key, one);
    // Another program may have ended the previous watcher.
    if (isFirst) watcher = startWatcher();
    notifyWatcher({ add: isFirst ? [...watched.values()] : [one] }, onSent);
  };
  const remove = (key: number | string) => {
    if (watched.delete(key)) notifyWatcher({ remove: key });
  };
  return {
    add: (child) => {
      const { pid } = child;
      if (pid === undefined) return;
      closeBarrierAtExit(child);
      add(getWatchedId(pid), getWatchedId(pid), () => releaseBarrier(child));
    },
    remove: ({ pid }) => {
      if (pid !== undefined) remove(getWatchedId(pid));
    },
    addRequest: (request) => {
      add(request.path, request);
      return () => remove(request.path);
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
  pipe.on("error", () => undefined).once("data", () => pipe.end("\n"));
}

/** What a killed sandbox leaves waits at the barrier for the end of the pipe. */
function closeBarrierAtExit(child: ChildProcess): void {
  const pipe = child.stdio[startBarrierDescriptor];
  child.once("exit", () => pipe instanceof Socket && pipe.destroy());
}
