import { isRecord } from "../../text/record.ts";
import { plainName } from "./words.ts";

/**
 * What other services call the states that the contract knows. A state means different things of different resources: `running` is
 * success for a deployment and work for a test run, so each has words of its own.
 */
const words = {
  deployment: {
    queued: "pending waiting scheduled created new accepted requested enqueued submitted received planned notstarted",
    building:
      "build compiling packaging preparing provisioning installing creating initializing initialising bundling pulling uploading",
    starting:
      "deploying launching booting rolling rollingout inprogress progressing activating start restarting updating processing working containercreating",
    running:
      "active live ready up healthy deployed success successful succeeded completed complete available ok online serving started current finished done published enabled true",
    degraded: "unhealthy impaired partial partiallyavailable warning unstable crashlooping crashloopbackoff",
    failed:
      "error errored failure crashed broken dead rejected timeout timedout aborted unsuccessful faulted imagepullbackoff fatal",
    stopped:
      "terminated inactive disabled cancelled canceled down paused offline suspended sleeping removed deleted undeployed stopping halted idle hibernated terminating exited false",
    superseded: "replaced retired archived rolledback obsolete old outdated previous",
  },
  server: {
    draft: "new created empty pending undeployed initial none notstarted",
    generating: "building processing inprogress running working compiling queued updating provisioning creating",
    ready:
      "active live available ok success successful succeeded complete completed published generated built healthy deployed online enabled up done finished true deprecated",
    failed: "error errored failure broken invalid unhealthy rejected crashed",
  },
  testRun: {
    queued: "pending waiting scheduled created new enqueued submitted requested notstarted",
    running: "active inprogress started executing working processing progressing",
    passed: "pass success successful succeeded ok green completed complete done finished true",
    failed: "fail failure red unsuccessful failing false",
    errored: "error crashed broken aborted cancelled canceled timeout timedout interrupted",
  },
  testCase: {
    queued: "pending waiting scheduled created new",
    running: "active inprogress started executing",
    passed: "pass success successful succeeded ok green true",
    failed: "fail failure red unsuccessful false",
    skipped: "skip ignored disabled notrun todo omitted neutral",
    errored: "error crashed broken aborted timeout timedout",
  },
  installation: {
    installing: "pending queued inprogress running creating",
    installed: "active ok success succeeded complete completed ready present enabled done true",
    failed: "error errored failure broken",
    removed: "uninstalled deleted gone inactive absent disabled false",
  },
  health: {
    healthy: "ok up pass passing passed good green alive live ready running operational success online true",
    degraded: "warning warn impaired partial slow yellow unstable",
    unhealthy: "down fail failed failing error critical bad red dead offline crashed false",
    unknown: "none pending starting unset na",
  },
  level: {
    debug: "trace verbose fine",
    info: "information notice log normal",
    information: "info notice hint",
    warning: "warn",
    error: "err fatal critical severe alert emergency crit",
  },
  oauthConnection: {
    missing: "none notconnected unlinked",
    connected: "active ok valid authorized enabled linked ready true",
    expired: "stale timedout needsrefresh reauthrequired",
    revoked: "disconnected removed inactive disabled denied invalid deleted false",
  },
  desired: {
    running: "active on started up enabled live true",
    stopped: "inactive off paused down disabled suspended stop false",
  },
  event: {
    state: "status statechange statuschange transition lifecycle",
    step: "phase stage task build deploy command",
    log: "output stdout stderr line console message",
    health: "probe check healthcheck",
    request: "http access call traffic",
  },
  artifact: { server: "servers mcp mcpserver mcpservers", skill: "skills agentskill agentskills" },
  role: {
    owner: "creator superadmin root",
    admin: "administrator maintainer manager",
    member: "user developer viewer guest collaborator editor read write contributor",
  },
  caller: {
    user: "person human member individual",
    key: "apikey token service serviceaccount machine bot application",
  },
  encoding: { utf8: "text plain string utf", base64: "b64 binary" },
  target: { workspace: "project repo repository folder local", user: "global home personal machine" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type StateFamily = keyof typeof words;

/** The word for a state, also where it stands in an object: `{ state: "running", since: ... }`. */
export function stateWord(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const { state, status, phase, value, name, code, key, label } = given;
  return [state, status, phase, value, name, code, key, label].find((word) => typeof word === "string" && word !== "");
}

/** The contract's name for a state of another service; undefined where nobody has heard of it. */
export function stateOf(family: StateFamily | undefined, known: readonly string[], given: unknown): string | undefined {
  const word = stateWord(given);
  if (typeof word !== "string" && typeof word !== "boolean") return undefined;
  const whole = plainName(String(word));
  // As enumerations of some languages have it: `DEPLOYMENT_STATUS_RUNNING`.
  for (const plain of [whole, whole.replace(/^.*?(?:status|state|phase)(?=.)/, "")]) {
    const own = known.find((name) => plainName(name) === plain);
    if (own !== undefined) return own;
    const table: Readonly<Record<string, string>> = family ? words[family] : {};
    const meant = known.find((name) => table[name]?.split(" ").includes(plain));
    if (meant !== undefined) return meant;
  }
  return undefined;
}
