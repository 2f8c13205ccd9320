import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes, this one apart, whose command line or environment holds `text`: with the path of a folder that was made for
 * one editor, all that this editor started, whoever is their parent by now. Zombies do not count.
 */
export function processesNaming(text: string): RunningProcess[] {
  const found = process.platform === "linux" ? fromProc(text) : fromPs(text);
  return found.filter(({ pid }) => pid !== process.pid);
}

/** Asks the processes to end, again those that are started meanwhile, and makes them after `patienceMs`. */
export async function endProcesses(find: () => readonly RunningProcess[], patienceMs = 8_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const asked = new Set<number>();
  for (let left = find(); left.length > 0; left = find()) {
    const late = Date.now() > deadline;
    for (const { pid } of left) {
      if (late) signal(pid, "SIGKILL");
      else if (!asked.has(pid)) signal(pid, "SIGTERM");
      asked.add(pid);
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

function fromProc(text: string): RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = readGone(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
      const named = command.includes(text) || readGone(`/proc/${name}/environ`).includes(text);
      return named ? [{ pid: Number(name), command }] : [];
    });
}

function fromPs(text: string): RunningProcess[] {
  return execFileSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, "") }));
}

/** A process may end while it is looked at, and others' environments are not ours to read. */
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
