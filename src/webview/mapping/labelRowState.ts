import type { StateLabel } from "../shared/stateLabel.ts";

type Mark = Omit<StateLabel, "word">;

const good: Mark = { icon: "pass", tone: "good" };
const bad: Mark = { icon: "error", tone: "bad" };
const busy: Mark = { icon: "busy", tone: "busy" };
const waiting: Mark = { icon: "clock", tone: "calm" };
const stopped: Mark = { icon: "stop", tone: "calm" };
const warning: Mark = { icon: "warning", tone: "warn" };

/** The states of all resources of the contract. */
const marks: Readonly<Record<string, Mark>> = {
  ready: good,
  running: good,
  healthy: good,
  installed: good,
  passed: good,
  connected: good,
  info: good,
  failed: bad,
  unhealthy: bad,
  expired: bad,
  revoked: bad,
  error: bad,
  generating: busy,
  building: busy,
  starting: busy,
  installing: busy,
  queued: waiting,
  draft: waiting,
  stopped,
  removed: stopped,
  superseded: { icon: "history", tone: "calm" },
  degraded: warning,
  errored: warning,
  warning,
};

export function labelRowState(state: string): StateLabel {
  const mark = Object.hasOwn(marks, state) ? marks[state] : undefined;
  return { word: state, ...(mark ?? { icon: "question", tone: "calm" }) };
}
