import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Returns the memory of processes. Pages that several share count once, but where the system does not say which: there in each. */
export function readMemoryMb(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + readProportionalMb(pid), 0);
}

function readProportionalMb(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`;
  const kilobytes = existsSync(file)
    ? /^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]
    : spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return Number(kilobytes ?? 0) / 1024;
}
