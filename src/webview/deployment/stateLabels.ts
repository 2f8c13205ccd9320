import type { DeploymentFacts } from "../protocol/deploymentPanelMessages.ts";
import type { StateWords } from "../shared/stateLabel.ts";

const deployment: Readonly<Record<string, StateWords>> = {
  queued: { word: "Queued", icon: "clock", tone: "calm" },
  building: { word: "Building", icon: "busy", tone: "busy" },
  starting: { word: "Starting", icon: "busy", tone: "busy" },
  running: { word: "Running", icon: "pass", tone: "good" },
  degraded: { word: "Degraded", icon: "warning", tone: "warn" },
  failed: { word: "Failed", icon: "error", tone: "bad" },
  stopped: { word: "Stopped", icon: "stop", tone: "calm" },
  superseded: { word: "Superseded", icon: "history", tone: "calm" },
};

const health: Readonly<Record<string, StateWords>> = {
  healthy: { word: "Healthy", icon: "pass", tone: "good" },
  degraded: { word: "Degraded", icon: "warning", tone: "warn" },
  unhealthy: { word: "Unhealthy", icon: "error", tone: "bad" },
  unknown: { word: "Unknown", icon: "question", tone: "calm" },
};

const test: Readonly<Record<string, StateWords>> = {
  queued: { word: "Queued", icon: "clock", tone: "calm" },
  running: { word: "Running", icon: "busy", tone: "busy" },
  passed: { word: "Passed", icon: "pass", tone: "good" },
  failed: { word: "Failed", icon: "error", tone: "bad" },
  errored: { word: "Could not be run", icon: "warning", tone: "warn" },
  skipped: { word: "Skipped", icon: "skip", tone: "calm" },
};

const words =
  (table: Readonly<Record<string, StateWords>>) =>
  (status: string): StateWords =>
    (Object.hasOwn(table, status) && table[status]) || { word: status, icon: "question", tone: "calm" };

export const deploymentWords: (status: DeploymentFacts["status"]) => StateWords = words(deployment);
export const healthWords: (status: string) => StateWords = words(health);
export const testWords: (status: string) => StateWords = words(test);
