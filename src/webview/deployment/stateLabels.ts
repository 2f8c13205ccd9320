import * as l10n from "@vscode/l10n";
import type { StateLabel } from "../shared/stateLabel.ts";
import { uncheckedState } from "./healthSeries.ts";

const deployment: Readonly<Record<string, StateLabel>> = {
  queued: { word: l10n.t("Queued"), icon: "clock", tone: "calm" },
  building: { word: l10n.t("Building"), icon: "busy", tone: "busy" },
  starting: { word: l10n.t("Starting"), icon: "busy", tone: "busy" },
  running: { word: l10n.t("Running"), icon: "pass", tone: "good" },
  idle: { word: l10n.t("Idle"), icon: "pause", tone: "calm" },
  degraded: { word: l10n.t("Degraded"), icon: "warning", tone: "warn" },
  failed: { word: l10n.t("Failed"), icon: "error", tone: "bad" },
  stopped: { word: l10n.t("Stopped"), icon: "stop", tone: "calm" },
  superseded: { word: l10n.t("Replaced"), icon: "history", tone: "calm" },
};

const health: Readonly<Record<string, StateLabel>> = {
  healthy: { word: l10n.t("Healthy"), icon: "pass", tone: "good" },
  degraded: { word: l10n.t("Degraded"), icon: "warning", tone: "warn" },
  unhealthy: { word: l10n.t("Unhealthy"), icon: "error", tone: "bad" },
  unknown: { word: l10n.t("Unknown"), icon: "question", tone: "calm" },
  [uncheckedState]: { word: l10n.t("Not checked"), icon: "skip", tone: "calm" },
};

const test: Readonly<Record<string, StateLabel>> = {
  queued: { word: l10n.t("Queued"), icon: "clock", tone: "calm" },
  running: { word: l10n.t("Running"), icon: "busy", tone: "busy" },
  passed: { word: l10n.t("Passed"), icon: "pass", tone: "good" },
  failed: { word: l10n.t("Failed"), icon: "error", tone: "bad" },
  errored: { word: l10n.t("Could not be run"), icon: "warning", tone: "warn" },
  skipped: { word: l10n.t("Skipped"), icon: "skip", tone: "calm" },
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
