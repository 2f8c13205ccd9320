import { capitalize } from "./casing.ts";
import type { Random } from "./random.ts";

/** Names of services for the contract's states, by resource. The contract's name is always one of them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deployment: {
    queued: "pending scheduled waiting",
    building: "build provisioning installing",
    starting: "deploying launching inProgress",
    running: "active live ready up success succeeded healthy",
    degraded: "unhealthy impaired partial",
    failed: "error errored failure crashed",
    stopped: "terminated inactive cancelled paused",
    superseded: "replaced retired archived rolledBack",
  },
  server: {
    draft: "new created pending",
    generating: "building processing inProgress",
    ready: "active available ok complete published",
    failed: "error errored invalid",
  },
  testRun: {
    queued: "pending scheduled waiting",
    running: "inProgress active executing",
    passed: "success succeeded pass ok green",
    failed: "failure fail red",
    errored: "error crashed aborted",
  },
  case: {
    queued: "pending waiting",
    running: "inProgress executing",
    passed: "success pass ok",
    failed: "failure fail",
    skipped: "skip ignored",
    errored: "error crashed",
  },
  installation: {
    installing: "pending inProgress",
    installed: "active complete ok",
    failed: "error",
    removed: "uninstalled deleted",
  },
  health: { healthy: "ok up pass", degraded: "warning warn", unhealthy: "down fail critical", unknown: "none" },
  level: { debug: "trace verbose", info: "information notice", warning: "warn", error: "err fatal" },
  oauthConnection: { connected: "active valid authorized", expired: "stale", revoked: "disconnected inactive" },
};

const strange = ["zorbing", "on hiatus", "phase-7", "Wartend", "🟣", "limbo"] as const;

export interface StateStyle {
  /** The name of a resource's state; `isStrange` if its meaning cannot be known. */
  say(family: string, state: string): { readonly text: string; readonly isStrange: boolean };
}

export function drawStates(random: Random, share: number, isStrange: boolean): StateStyle {
  const casing = random.weighed([
    [5, (text: string) => text],
    [3, (text: string) => spaced(text, "_").toUpperCase()],
    [2, (text: string) => capitalize(text)],
    [1, (text: string) => spaced(text, "-")],
    [1, (text: string) => spaced(text, "_")],
  ]);
  const prefix = random.chance(0.06);
  return {
    say: (family, state) => {
      const draw = random.part(`${family} ${state}`);
      if (isStrange && family !== "level" && draw.chance(0.3)) return { text: draw.pick(strange), isStrange: true };
      const [first, ...rest] = (words[family]?.[state] ?? "").split(" ").filter((word) => word !== "");
      const word = first !== undefined && draw.chance(share) ? draw.pick([first, ...rest]) : state;
      const text =
        prefix && family !== "level"
          ? `${spaced(family, "_").toUpperCase()}_STATUS_${spaced(word, "_").toUpperCase()}`
          : casing(word);
      return { text, isStrange: false };
    },
  };
}

const spaced = (text: string, by: string) => text.replaceAll(/([a-z])([A-Z])/g, `$1${by}$2`).toLowerCase();
