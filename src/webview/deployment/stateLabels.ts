import type { StateLabel } from "../shared/stateLabel.ts";
import { uncheckedState } from "./healthSeries.ts";

const deployment: Readonly<Record<string, StateLabel>> = {
  queued: { word: "Queued", icon: "clock", tone: "calm" },
  building: { word: "Building", icon: "busy", tone: "busy" },
  starting: { word: "Starting", icon: "busy", tone: "busy" },
  running: { word: "Running", icon: "pass", tone: "good" },
  degraded: { word: "Degraded", icon: "warning", tone: "warn" },
  failed: { word: "Failed", icon: "error", tone: "bad" },
  stopped: { word: "Stopped", icon: "stop", tone: "calm" },
  superseded: { word: "Superseded", icon: "history", tone: "calm" },
};

const health: Readonly<Record<string, StateLabel>> = {
  healthy: { word: "Healthy", icon: "pass", tone: "good" },
  degraded: { word: "Degraded", icon: "warning", tone: "warn" },
  unhealthy: { word: "Unhealthy", icon: "error", tone: "bad" },
  unknown: { word: "Unknown", icon: "question", tone: "calm" },
  [uncheckedState]: { word: "Not checked", icon: "skip", tone: "calm" },
};

const test: Readonly<Record<string, StateLabel>> = {
  queued: { word: "Queued", icon: "clock", tone: "calm" },
  running: { word: "Running", icon: "busy", tone: "busy" },
  passed: { word: "Passed", icon: "pass", tone: "good" },
  failed: { word: "Failed", icon: "error", tone: "bad" },
  errored: { word: "Could not be run", icon: "warning", tone: "warn" },
  skipped: { word: "Skipped", icon: "skip", tone: "calm" },
};

/** Returns `undefined` if the service does not send the state. */
interface Labeler {
  (status: string): StateLabel;
  (status: string | undefined): StateLabel | undefined;
}

function createLabeler(table: Readonly<Record<string, StateLabel>>): Labeler {
  function label(status: string): StateLabel;
  function label(status: string | undefined): StateLabel | undefined;
  function label(status: string | undefined): StateLabel | undefined {
    if (status === undefined) return undefined;
    return (Object.hasOwn(table, status) && table[status]) || { word: status, icon: "question", tone: "calm" };
  }
  return label;
}

export const labelDeploymentState: Labeler = createLabeler(deployment);
export const labelHealthState: Labeler = createLabeler(health);
export const labelTestState: Labeler = createLabeler(test);
