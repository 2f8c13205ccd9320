import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Finds the processes that use a folder, such as those a service leaves behind. Linux only. */
export function listProcessesIn(folder: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readlinkSync(`/proc/${name}/cwd`).startsWith(folder)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [{ pid: Number(name), command }];
      } catch {
        // The process has ended since it was listed, or is a zombie.
        return [];
      }
    });
}

/** Returns the processes that still run after `limitMs`, and ends them. Polls, because they may end sooner. */
export async function endLeftoverProcesses(folder: string, limitMs: number): Promise<readonly string[]> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = listProcessesIn(folder);
    if (found.length === 0) return [];
    if (performance.now() > end) return found.map(endOf);
    await new Promise((next) => setTimeout(next, 20));
  }
}

function endOf({ pid, command }: { readonly pid: number; readonly command: string }): string {
  process.kill(pid, "SIGKILL");
  return `process ${pid} ... ${command.slice(-80)}`;
}
