import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";

/** What the judge sees of processes from outside. Linux only. */

/** All processes that a process has started, directly or not. */
export function listDescendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...listDescendants(child)]);
  } catch {
    // It has ended.
    return [];
  }
}

const readOr = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

export const isAlive = (pid: number): boolean => !["", "Z"].includes(readState(pid));

function readState(pid: number): string {
  return /\) (\w)/.exec(readOr(`/proc/${pid}/stat`))?.[1] ?? "";
}

export const isStopped = (pid: number): boolean => readState(pid) === "T";

export function readNiceness(pid: number): number {
  try {
    return getPriority(pid);
  } catch {
    return 0;
  }
}

export const readMemoryScore = (pid: number): string => readOr(`/proc/${pid}/oom_score_adj`).trim();

/** The resident memory of a process in megabytes. */
export function readMemoryMb(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** The living processes whose command line holds a text. */
export function listProcessesWith(marker: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && readOr(`/proc/${name}/cmdline`).includes(marker))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid));
}

/** The process among these that has the number `inner` in its own namespace, and whether it sees the machine's processes. */
export function findByInnerPid(
  pids: readonly number[],
  inner: number,
): { pid: number; sharesProcesses: boolean } | undefined {
  for (const pid of pids) {
    const numbers = (/^NSpid:\s+(.*)$/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? "").split(/\s+/).map(Number);
    if (numbers.at(-1) === inner) return { pid, sharesProcesses: numbers.length === 1 };
  }
  return undefined;
}

/** Sockets in folders below `folder`, which processes listen on. */
export function listSocketFiles(folder: string): string[] {
  const paths = readOr("/proc/net/unix")
    .split("\n")
    .flatMap((line) => / (\/\S+)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths.filter((path) => path.startsWith(folder)))];
}

/** Whether a process with this text in its command line has process numbers of its own. */
export function hasOwnProcesses(pid: number, text: string): boolean {
  const numbers = /^NSpid:\s+(.*)$/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? "";
  return readOr(`/proc/${pid}/cmdline`).includes(text) && /\s/.test(numbers);
}
