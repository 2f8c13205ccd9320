import { findProgram } from "./findProgram.ts";
import type { SandboxCommand } from "./sandbox.ts";

/** The variable that leads to the user's systemd. */
const userSystemdVariable = "XDG_RUNTIME_DIR";
/** The variables that a command in a scope has besides its own. */
export const scopeVariables = [userSystemdVariable, "INVOCATION_ID"] as const;

/** What all processes of a command have together, with what they share. */
interface ScopeLimits {
  readonly cpus?: number | undefined;
  readonly memoryMb: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/** Runs commands in scopes of the user's systemd, which limits them by cgroup v2 (systemd.resource-control(5)). */
export interface SystemdScope {
  /** The command keeps its process and its descriptors. */
  wrap(limits: ScopeLimits, command: SandboxCommand): SandboxCommand;
}

/** undefined: this user has no systemd of its own. Whether it may limit anything is not known before it is tried. */
export async function findSystemdScope(): Promise<SystemdScope | undefined> {
  const folder = process.env[userSystemdVariable];
  const [systemdRun, env] = await Promise.all([findProgram("systemd-run"), findProgram("env")]);
  if (!folder || systemdRun === undefined || env === undefined) return undefined;
  return {
    wrap: ({ cpus, memoryMb, tasks }, command) => [
      ...([env, `${userSystemdVariable}=${folder}`, systemdRun] as const),
      ...["--user", "--scope", "--quiet", "--collect"],
      ...(cpus === undefined ? [] : [`--property=CPUQuota=${formatQuota(cpus)}`]),
      ...[`--property=MemoryMax=${memoryMb}M`, `--property=TasksMax=${tasks}`, "--", ...command],
    ],
  };
}

/** systemd reads whole percents in all versions, and 0 would remove the limit. */
const formatQuota = (cpus: number) => `${Math.max(1, Math.round(cpus * 100))}%`;
