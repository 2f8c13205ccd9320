import { processesNaming, type RunningProcess } from "./processes.ts";

/**
 * Returns the running processes that an editor started: those with the mark in their environment, and the local service, which
 * runs longer than its window and does not inherit the environment.
 */
export function editorProcesses(mark: string, userDataDir: string): RunningProcess[] {
  const services = processesNaming(userDataDir).filter(({ command }) => command.includes("service.mjs"));
  return [...processesNaming(mark), ...services];
}
