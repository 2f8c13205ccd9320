import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
}

export function isRunning(pid: number): boolean {
  return all().some((entry) => entry.pid === pid && !entry.isZombie);
}

/** The running child processes of a process. */
export function listChildProcesses(pid: number): number[] {
  return all()
    .filter(({ parent, isZombie }) => parent === pid && !isZombie)
    .map((entry) => entry.pid);
}

function all(): Entry[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

function fromProc(): Entry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // The program name, in parentheses, may contain any character.
      const [state, parent] = readIfExists(`/proc/${name}/stat`)
        .replace(/^.*\)\s+/s, "")
        .split(" ");
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), isZombie: state === "Z" }];
    });
}

function fromPs(): Entry[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, parent, state = ""] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), isZombie: state.startsWith("Z") };
    });
}

/** A process may end before its file is read. */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
