import { processesNaming, type RunningProcess } from "./processes.ts";

/**
 * All that an editor started and that still runs: what inherited the mark in its environment, and the local service, which
 * outlives its window for a while and takes no environment over.
 */
export function editorProcesses(mark: string, userDataDir: string): RunningProcess[] {
  const services = processesNaming(userDataDir).filter(({ command }) => command.includes("service.mjs"));
  return [...processesNaming(mark), ...services];
}
