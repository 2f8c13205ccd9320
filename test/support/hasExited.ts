import { readFileSync } from "node:fs";

/** Whether a process has exited. One that was killed may have an entry until its parent has read its end. */
export function hasExited(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform === "linux" && /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
