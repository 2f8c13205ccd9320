import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createLogLineReader } from "./logLineReader.ts";
import { processGuardUrl } from "./processGuard.ts";
import type { ProcessWatch } from "./processWatch.ts";
import { createServerChannel, type ServerChannel, serverChannelUrl } from "./serverChannel.ts";

/** How a process ended, in words fit for a message: "exited with code 1". */
export interface ProcessExit {
  readonly words: string;
}

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Settles when the process is gone and everything it wrote was handed on; never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Asks it to end, and ends it after the grace; resolves when it is gone. */
  stop(graceMs: number): Promise<ProcessExit>;
}

export interface StartProcessOptions {
  /** The real path of the server's folder: the only one the process may read. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly entry: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: string, stream: "stdout" | "stderr", dropped: number) => void;
  /** Answers what the process asks; what it answers itself is called when the process is gone. */
  readonly attend: (channel: ServerChannel) => () => void;
  /** Ends it when the service is killed and it does not notice. */
  readonly watch: Pick<ProcessWatch, "add" | "remove">;
}

/**
 * Starts a server under Node's permission model: it reads its own folder and writes nothing, starts no process, no worker and no
 * native code. `node:sqlite` is switched off because the permission model does not cover it (Node 24.21): with it a server could
 * open the service's database. The network stays open, as a server has to reach its API.
 */
export function startProcess(options: StartProcessOptions): ServerProcess {
  const child = spawn(
    process.execPath,
    [
      "--no-experimental-sqlite",
      "--disable-sigusr1",
      "--permission",
      `--allow-fs-read=${options.folder}`,
      `--import=${processGuardUrl}`,
      `--import=${serverChannelUrl}`,
      join(options.folder, options.entry),
    ],
    {
      cwd: options.folder,
      env: { ...options.environment },
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
      windowsHide: true,
    },
  );
  // Told when all else is set up; without this listener what goes wrong until then would end the service.
  child.on("error", () => undefined);
  const leave = options.attend(createServerChannel(child));
  options.watch.add(child);
  const exited = whenGone(child, options.onLine).finally(() => {
    options.watch.remove(child);
    leave();
  });
  return {
    pid: child.pid ?? 0,
    port: options.port,
    exited,
    stop: async (graceMs) => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
      try {
        return await exited;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function whenGone(child: ChildProcess, onLine: StartProcessOptions["onLine"]): Promise<ProcessExit> {
  for (const stream of ["stdout", "stderr"] as const) {
    const lines = createLogLineReader((line, dropped) => onLine(line, stream, dropped));
    child[stream]?.on("data", (chunk: Buffer) => lines.write(chunk)).on("end", () => lines.end());
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ words: `could not be started: ${error.message}` });
    });
    // `close` and not `exit`: the last lines a crashing server writes are the ones that matter.
    child.once("close", (code, signal) =>
      resolve({ words: signal ? `was ended by ${signal}` : `exited with code ${code}` }),
    );
  });
}

/** A port nobody listens on right now. Another process may take it before ours does: the caller tries once more then. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("No free port was found on 127.0.0.1."));
      });
    });
  });
}
