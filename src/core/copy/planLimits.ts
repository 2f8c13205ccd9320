import type { ServerLimits } from "../../contract/runners.ts";
import type { Server } from "../../contract/servers.ts";

const names = ["memoryMb", "cpus", "replicas", "stopWhenIdleMinutes"] as const;

/** The limits, replicas and idle time that a server is set to. */
export type SetLimits = Readonly<Partial<Record<(typeof names)[number], number>>>;

/** What a server gets, in the fields of its update. */
export interface LimitsChange {
  readonly limits?: ServerLimits;
  readonly replicas?: number;
  readonly stopWhenIdleMinutes?: number;
}

export interface LimitsPlan {
  /** undefined: the copy lacks none. */
  readonly change: LimitsChange | undefined;
  /** `other`: the copy has other values, which stay; `notKept`: it is not known that the service of the copy keeps them. */
  readonly left: "other" | "notKept" | undefined;
}

/** undefined: the service does not say them. */
export function readSetLimits({ limits, replicas = 1, stopWhenIdleMinutes }: Server): SetLimits | undefined {
  if (limits === undefined) return undefined;
  const { memoryMb, cpus } = limits;
  return {
    ...(memoryMb !== undefined && { memoryMb }),
    ...(cpus !== undefined && { cpus }),
    ...(replicas > 1 && { replicas }),
    ...(typeof stopWhenIdleMinutes === "number" && { stopWhenIdleMinutes }),
  };
}

/** Plans what the copy lacks. `there` undefined: its service keeps no limits. */
export function planLimits(here: SetLimits = {}, there: SetLimits | undefined): LimitsPlan {
  const set = names.filter((name) => here[name] !== undefined);
  if (there === undefined) return { change: undefined, left: set.length > 0 ? "notKept" : undefined };
  const missing = set.filter((name) => there[name] === undefined);
  const hasOther = set.some((name) => there[name] !== undefined && there[name] !== here[name]);
  return {
    change: missing.length > 0 ? toChange({ ...here, ...there }, missing) : undefined,
    left: hasOther ? "other" : undefined,
  };
}

/** An update replaces memory and processors together. */
function toChange(
  { memoryMb, cpus, replicas, stopWhenIdleMinutes }: SetLimits,
  missing: readonly (keyof SetLimits)[],
): LimitsChange {
  const limits = { ...(memoryMb !== undefined && { memoryMb }), ...(cpus !== undefined && { cpus }) };
  return {
    ...((missing.includes("memoryMb") || missing.includes("cpus")) && { limits }),
    ...(missing.includes("replicas") && replicas !== undefined && { replicas }),
    ...(missing.includes("stopWhenIdleMinutes") && stopWhenIdleMinutes !== undefined && { stopWhenIdleMinutes }),
  };
}
