import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The processes that work in a folder, whoever started them: what a service leaves behind is found by its data folder. Linux only. */
export function listProcessesIn(folder: string): { readonly pid: number; readonly command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readlinkSync(`/proc/${name}/cwd`).startsWith(folder)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [{ pid: Number(name), command }];
      } catch {
        // It has ended while it was looked at, or is waited for by its parent only.
        return [];
      }
    });
}

/** What is still there after `limitMs`, which is ended then; asked again and again, as it may go sooner. */
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
