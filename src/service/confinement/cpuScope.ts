import { findProgram } from "./findProgram.ts";
import type { SandboxCommand } from "./sandbox.ts";

/** The variable that leads to the user's systemd. */
const userSystemdVariable = "XDG_RUNTIME_DIR";
/** The variables that a command in a scope has besides its own. */
export const scopeVariables = [userSystemdVariable, "INVOCATION_ID"] as const;

/** Runs commands in scopes of the user's systemd, which limits their processors (systemd.resource-control(5)). */
export interface CpuScope {
  /** The command keeps its process and its descriptors. */
  wrap(cpus: number, command: SandboxCommand): SandboxCommand;
}

/** undefined: this user has no systemd of its own. Whether it may limit processors is not known before it is tried. */
export async function findCpuScope(): Promise<CpuScope | undefined> {
  const folder = process.env[userSystemdVariable];
  const [systemdRun, env] = await Promise.all([findProgram("systemd-run"), findProgram("env")]);
  if (!folder || systemdRun === undefined || env === undefined) return undefined;
  return {
    wrap: (cpus, command) => [
      ...([env, `${userSystemdVariable}=${folder}`, systemdRun] as const),
      ...["--user", "--scope", "--quiet", "--collect"],
      ...[`--property=CPUQuota=${formatQuota(cpus)}`, "--", ...command],
    ],
  };
}

/** systemd reads whole percents in all versions, and 0 would remove the limit. */
const formatQuota = (cpus: number) => `${Math.max(1, Math.round(cpus * 100))}%`;
