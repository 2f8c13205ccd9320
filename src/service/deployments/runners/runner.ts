import { readFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import type { ServerTransport } from "../../../contract/registry.ts";
import type { ServerLimits } from "../../../contract/runners.ts";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { createFileListDigest } from "../../storage/sha256Digest.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { ProcessWatch } from "../process/processWatch.ts";
import type { ServerChannel } from "../process/serverChannel.ts";
import type { ServerEgress } from "./serverEgress.ts";

/** Runs servers. There is one runner for each way to run them. */
export interface Runner {
  /** What confines servers: the name of the sandbox, of the container engine or of the cluster, or null if only Node does. */
  readonly sandbox: string | null;
  /** Rejects when `signal` is aborted, and then leaves nothing behind. */
  start(program: ServerProgram, signal: AbortSignal): Promise<ServerProcess>;
}

export interface ServerProgram {
  /** The deployment, or the test run. */
  readonly id: string;
  readonly serverId: string;
  /** The real path of the server's folder, the only one that the server can read. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly entry: string;
  /** Whether the program listens on a port, or exchanges messages over its standard input and output. */
  readonly transport: ServerTransport;
  /** The image that contains the server, if its manifest names one. */
  readonly image: string | undefined;
  /** All paths of the version, relative to the folder. */
  readonly files: readonly string[];
  /** The digest of the version's files. */
  readonly digest: string;
  /** The number of packages of its lock file that its code needs. */
  readonly packages: number;
  /** The variables of the server. */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ServerLimits;
  /** Carries the server's own requests, if the runner confines its network. */
  readonly egress: ServerEgress;
  readonly onLine: (line: string, stream: "stdout" | "stderr", dropped: number) => void;
  /** Responds to the server's messages. The returned function is called when the server has exited. */
  readonly handleMessages: (channel: ServerChannel) => () => void;
  /** Ends the server if the service is killed. */
  readonly watch: Pick<ProcessWatch, "add" | "remove" | "addRequest">;
}

/** Reads the files of a version, which must still be those that were published. */
export async function readProgramFiles({ folder, files, digest }: Pick<ServerProgram, "folder" | "files" | "digest">) {
  const contents = await Promise.all(
    files.map(async (path) => ({ path, content: await readFile(join(folder, path)) })),
  );
  if (createFileListDigest(contents) === digest) return contents;
  throw new DeploymentFailure("start", "The files on disk are not those of the version. Deploy it again.");
}

export interface ServerProcess {
  /** For a message: "Process 123". */
  readonly name: string;
  /** The container image that runs, with its digest. */
  readonly image?: string;
  readonly endpoint: ServerEndpoint;
  /** Resolves when the server has exited and all its output was passed on. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Asks the server to end, and kills it after the grace period. Resolves when it has exited. */
  stop(graceMs: number): Promise<ProcessExit>;
}

/** The end of a server, described for a message: "exited with code 1". */
export interface ProcessExit {
  readonly description: string;
}

/** The end of a program that needed more memory than it may use. */
export const describeMemoryExcess = (memoryMb: number) => `exceeded its memory limit of ${memoryMb} MB`;

/** Describes the end of a program: "exited with code 1". Sandboxes and containers report a signal as the shell does, with 128 more. */
export function describeExit(code: number | null, signal: string | null = null): string {
  const endSignal = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return endSignal ? `was ended by ${endSignal}` : `exited with code ${code}`;
}

/** Kills what does not end in time after it was asked to. */
export async function stopWithin(
  graceMs: number,
  exited: Promise<ProcessExit>,
  requestEnd: () => void,
  kill: () => void,
): Promise<ProcessExit> {
  requestEnd();
  const timer = setTimeout(kill, graceMs);
  try {
    return await exited;
  } finally {
    clearTimeout(timer);
  }
}
