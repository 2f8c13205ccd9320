import { plainName } from "./words.ts";

/**
 * What other services call the states that the contract knows. A state means different things of different resources: `running` is
 * success for a deployment and work for a test run, so each has words of its own.
 */
const words = {
  deployment: {
    queued: "pending waiting scheduled created new accepted requested enqueued submitted received planned",
    building: "build compiling packaging preparing provisioning installing creating initializing bundling pulling",
    starting:
      "deploying launching booting rolling rollingout inprogress progressing activating start restarting updating processing",
    running:
      "active live ready up healthy deployed success successful succeeded completed complete available ok online serving started current finished done published",
    degraded: "unhealthy impaired partial partiallyavailable warning unstable crashlooping",
    failed: "error errored failure crashed broken dead rejected timeout timedout aborted unsuccessful faulted",
    stopped:
      "terminated inactive disabled cancelled canceled down paused offline suspended sleeping removed deleted undeployed stopping halted idle hibernated",
    superseded: "replaced retired archived rolledback obsolete old outdated previous",
  },
  server: {
    draft: "new created empty pending undeployed initial none",
    generating: "building processing inprogress running working compiling queued updating provisioning creating",
    ready:
      "active live available ok success succeeded complete completed published generated built healthy deployed online enabled up done",
    failed: "error errored failure broken invalid unhealthy rejected",
  },
  testRun: {
    queued: "pending waiting scheduled created new enqueued submitted requested",
    running: "active inprogress started executing working processing progressing",
    passed: "pass success successful succeeded ok green completed complete done finished",
    failed: "fail failure red unsuccessful failing",
    errored: "error crashed broken aborted cancelled canceled timeout timedout interrupted",
  },
  testCase: {
    queued: "pending waiting scheduled created new",
    running: "active inprogress started executing",
    passed: "pass success successful succeeded ok green",
    failed: "fail failure red unsuccessful",
    skipped: "skip ignored disabled notrun todo omitted",
    errored: "error crashed broken aborted timeout timedout",
  },
  installation: {
    installing: "pending queued inprogress running creating",
    installed: "active ok success succeeded complete completed ready present enabled done",
    failed: "error errored failure broken",
    removed: "uninstalled deleted gone inactive absent disabled",
  },
  health: {
    healthy: "ok up pass passing passed good green alive live ready running operational success online",
    degraded: "warning warn impaired partial slow yellow unstable",
    unhealthy: "down fail failed failing error critical bad red dead offline crashed",
    unknown: "none pending starting unset na",
  },
  level: {
    debug: "trace verbose fine",
    info: "information notice log normal",
    warning: "warn",
    error: "err fatal critical severe alert emergency crit",
  },
  oauthConnection: {
    connected: "active ok valid authorized enabled linked ready",
    expired: "stale timedout needsrefresh reauthrequired",
    revoked: "disconnected removed inactive disabled denied invalid deleted",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type StateFamily = keyof typeof words;

/** The contract's name for a state of another service; undefined where nobody has heard of it. */
export function stateOf(family: StateFamily, known: readonly string[], given: unknown): string | undefined {
  if (typeof given === "boolean") return undefined;
  const plain = plainName(String(given ?? "")).replace(/^.*?(?:status|state|phase)(?=.)/, "");
  const own = known.find((name) => plainName(name) === plain);
  if (own !== undefined) return own;
  const table: Readonly<Record<string, string>> = words[family];
  return known.find((name) => table[name]?.split(" ").includes(plain));
}
