import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { createLogLineReader } from "./logLineReader.ts";
import { processGuardUrl } from "./processGuard.ts";
import type { ProcessWatch } from "./processWatch.ts";
import { createServerChannel, type ServerChannel, serverChannelUrl } from "./serverChannel.ts";

/** The end of a process, described for a message: "exited with code 1". */
export interface ProcessExit {
  readonly description: string;
}

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has exited and all its output was passed on. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Asks the process to end, and kills it after the grace period. Resolves when it has exited. */
  stop(graceMs: number): Promise<ProcessExit>;
}

export interface StartProcessOptions {
  /** The real path of the server's folder, the only one that the process can read. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly entry: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: string, stream: "stdout" | "stderr", dropped: number) => void;
  /** Responds to the process's messages. The returned function is called when the process has exited. */
  readonly handleMessages: (channel: ServerChannel) => () => void;
  /** Ends the process if the service is killed. */
  readonly watch: Pick<ProcessWatch, "add" | "remove">;
}

/**
 * Starts a server under Node's permission model: it reads its own folder, writes no files, and starts no process, worker or native
 * code. `node:sqlite` is disabled because the permission model does not cover it (Node 24.21): a server could open the service's
 * database. The network stays open, because a server must reach its API.
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
  // `waitForExit` handles the error later. Without this listener an earlier error would end the service.
  child.on("error", () => undefined);
  const detach = options.handleMessages(createServerChannel(child));
  options.watch.add(child);
  const exited = waitForExit(child, options.onLine).finally(() => {
    options.watch.remove(child);
    detach();
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

function waitForExit(child: ChildProcess, onLine: StartProcessOptions["onLine"]): Promise<ProcessExit> {
  for (const stream of ["stdout", "stderr"] as const) {
    const lines = createLogLineReader((line, dropped) => onLine(line, stream, dropped));
    child[stream]?.on("data", (chunk: Buffer) => lines.write(chunk)).on("end", () => lines.end());
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ description: `could not start: ${error.message}` });
    });
    // `close` instead of `exit`, because the last lines of a crashing server matter most.
    child.once("close", (code, signal) =>
      resolve({ description: signal ? `was ended by ${signal}` : `exited with code ${code}` }),
    );
  });
}

/** Finds a free port. Another process may take it before the server listens, in which case the caller tries again. */
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
