import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../../src/service/network/freePort.ts";

/** What an image of the double contains: a folder of this machine with a server, or Node alone. */
export interface ImageContent {
  readonly folder?: string;
  readonly entry?: string;
}

interface LogLine {
  readonly at: string;
  readonly text: string;
}

/**
 * A container of the double: its program runs on this machine. Its port is a free one of the loopback network, because
 * there are no network namespaces here; whether other pods could reach it is decided by its variable HOST.
 */
export interface ContainerProcess {
  readonly startedAt: string;
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number }>;
  /** The port of this machine that stands for the container's, or undefined if nothing may listen there. */
  portFor(containerPort: number): number | undefined;
  /** Resolves when something listens, as the kubelet's probe finds out. Never resolves if only the pod itself could connect. */
  waitUntilListening(signal: AbortSignal): Promise<boolean>;
  readonly lines: readonly LogLine[];
  onLine(listener: () => void): () => void;
  kill(signal: NodeJS.Signals): void;
}

export async function runContainer(
  { words: [program = "", ...args], folder }: { readonly words: readonly string[]; readonly folder: string },
  variables: Readonly<Record<string, string>>,
): Promise<ContainerProcess> {
  const port = await findFreePort();
  const { HOST: host = "", PORT: containerPort = "" } = variables;
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: LogLine[] = [];
  const listeners = new Set<() => void>();
  for (const output of [child.stdout, child.stderr]) readLines(output, lines, listeners);
  const isReachable = host === "0.0.0.0" || host === "::";
  return {
    startedAt: new Date().toISOString(),
    exited: waitForExit(child),
    portFor: (wanted) => (String(wanted) === containerPort ? port : undefined),
    waitUntilListening: async (signal) => {
      while (!signal.aborted) {
        if (isReachable && (await canConnect(port))) return true;
        await delay(20, undefined, { signal }).catch(() => undefined);
      }
      return false;
    },
    lines,
    onLine: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    kill: (signal) => void child.kill(signal),
  };
}

function waitForExit(child: ChildProcess) {
  return new Promise<{ exitCode: number; signal: number }>((resolve) => {
    child.once("error", () => resolve({ exitCode: 128, signal: 0 }));
    child.once("close", (code, signal) => {
      const number = signal === "SIGKILL" ? 9 : signal === null ? 0 : 15;
      resolve({ exitCode: code ?? 128 + number, signal: number });
    });
  });
}

function readLines(output: NodeJS.ReadableStream, lines: LogLine[], listeners: ReadonlySet<() => void>): void {
  let rest = "";
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    // With nine digits, of which the API removes zeros at the end.
    for (const text of parts) lines.push({ at: createTime(lines.length), text });
    for (const listener of listeners) listener();
  });
}

/** Kubernetes writes nanoseconds; two lines never have the same time. */
function createTime(count: number): string {
  const nanoseconds = String(count % 1_000_000).padStart(6, "0");
  return `${new Date().toISOString().slice(0, -1)}${nanoseconds}`.replace(/0+$/, "").replace(/\.$/, "").concat("Z");
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
