import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Returns the other processes whose command line or environment contains `text`. With the path of a folder that belongs to
 * one editor, this finds all processes of the editor, regardless of their parent. Omits zombies.
 */
export function processesNaming(text: string): RunningProcess[] {
  const found = process.platform === "linux" ? listFromProc(text) : listFromPs(text);
  return found.filter(({ pid }) => pid !== process.pid);
}

/** Sends SIGTERM to the processes, also to new ones, and SIGKILL after a time limit. */
export async function endProcesses(find: () => readonly RunningProcess[], timeoutMs = 8_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const signaled = new Set<number>();
  for (let left = find(); left.length > 0; left = find()) {
    const isLate = Date.now() > deadline;
    for (const { pid } of left) {
      if (isLate) signal(pid, "SIGKILL");
      else if (!signaled.has(pid)) signal(pid, "SIGTERM");
      signaled.add(pid);
    }
    await wait(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function listFromProc(text: string): RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = readGone(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
      const named = command.includes(text) || readGone(`/proc/${name}/environ`).includes(text);
      return named ? [{ pid: Number(name), command }] : [];
    });
}

function listFromPs(text: string): RunningProcess[] {
  return execFileSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, "") }));
}

/** A process may end in the meantime, and the environments of other users are not readable. */
function readGone(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ESRCH";
}
