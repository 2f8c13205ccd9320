import * as l10n from "@vscode/l10n";
import { formatLocalTime, formatRelativeTime } from "../../text/formatTime.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import { locale } from "../../text/language/locale.ts";
import type { DeploymentPanelAction, HealthFacts } from "../protocol/deploymentPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import { createReadingNote } from "../shared/createReadingNote.ts";
import { createButton, createElement, createTable, replaceChangedContent, replaceContent } from "../shared/element.ts";
import { formatLongDuration, formatShortDuration } from "../shared/format.ts";
import { createHealthChart } from "./healthChart.ts";
import {
  computeHealthMinutes,
  markHealthGaps,
  summarizeHealth,
  toSampleSeconds,
  uncheckedState,
} from "./healthSeries.ts";
import { labelHealthState } from "./stateLabels.ts";

const checkNames: Readonly<Record<string, string>> = {
  process: l10n.t("Process alive"),
  handshake: l10n.t("MCP handshake"),
  tools: l10n.t("Lists its tools"),
  api: l10n.t("API answers"),
};

/** The current health with its checks, and the health over the last hour. */
export function createHealthSection(runAction: (action: DeploymentPanelAction) => void) {
  const note = createReadingNote();
  const now = createElement("div", { class: "stack" });
  const chart = createHealthChart();
  const summary = createElement("div", { class: "stack" });
  const table = createElement("div", { class: "tableBox" });
  const asTable = createElement(
    "details",
    {},
    createElement("summary", {}, l10n.t("As a table, minute by minute")),
    table,
  );
  const overTime = createElement(
    "div",
    { class: "stack", hidden: true },
    createElement("h3", {}, l10n.t("The last hour")),
    summary,
    chart.element,
    asTable,
  );
  let shown: HealthFacts | undefined;
  const fillTable = () => {
    if (asTable.open && shown) replaceContent(table, createMinuteTable(shown));
  };
  asTable.addEventListener("toggle", fillTable);
  return {
    element: createElement("div", { class: "stack" }, note.element, now, overTime),
    showFailure: note.show,
    show: (received: HealthFacts) => {
      const health = { ...received, history: [...markHealthGaps(received.history)] };
      shown = health;
      note.hide();
      const { history, ...present } = health;
      const times = [present.checkedAt, ...present.checks.map(({ checkedAt }) => checkedAt)];
      const ages = times.map((at) => at && formatRelativeTime(at, Date.now()));
      replaceChangedContent(
        now,
        [{ ...present, checkedAt: null, uptimeMs: Math.floor((present.uptimeMs ?? 0) / 60_000) }, ages],
        () => [...createCurrentHealth(health), ...createActions(health, runAction)],
      );
      overTime.hidden = history.length < 2;
      const lines = summaryLines(health);
      replaceChangedContent(summary, lines, () => summaryOfLines(lines));
      chart.show(
        history,
        l10n.t`Latency over the last hour. ${[...lines.shares.map(({ text }) => text), lines.latency].join(", ")}`,
      );
      fillTable();
    },
  };
}

/** A deployment that does not run has no checks. */
export const hasHealth = ({ status, checks }: HealthFacts) => status !== "unknown" || checks.length > 0;

function createCurrentHealth(health: HealthFacts): readonly HTMLElement[] {
  if (!hasHealth(health))
    return [createElement("p", { class: "soft" }, l10n.t("This deployment does not run, so it is not checked."))];
  const { status, latencyMs, uptimeMs, restarts, checkedAt, checks } = health;
  const facts = [
    typeof latencyMs !== "number" ? undefined : l10n.t`responds in ${formatShortDuration(latencyMs)}`,
    typeof uptimeMs !== "number" ? undefined : l10n.t`up for ${formatLongDuration(uptimeMs)}`,
    !restarts ? undefined : formatQuantity(restarts, l10n.t("restart"), l10n.t("restarts")),
    !checkedAt ? undefined : l10n.t`checked ${formatRelativeTime(checkedAt, Date.now())}`,
  ].filter((fact) => fact !== undefined);
  const line = createElement(
    "p",
    { class: "row" },
    createStateMark(labelHealthState(status)),
    createElement("span", { class: "soft" }, facts.join(" · ")),
  );
  return checks.length === 0 ? [line] : [line, createCheckList(checks)];
}

/** The actions for a server whose health includes its API. */
function createActions(
  { checks }: HealthFacts,
  runAction: (action: DeploymentPanelAction) => void,
): readonly HTMLElement[] {
  if (!checks.some(({ name }) => name === "api")) return [];
  const check = createButton(l10n.t("Check Now"), () => runAction("checkApi"), { "data-key": "check" });
  return [createElement("p", { class: "row" }, check)];
}

function createCheckList(checks: HealthFacts["checks"]): HTMLElement {
  const items = checks.map(({ name, status, message, latencyMs, checkedAt }) => {
    const label = labelHealthState(status);
    const check = (Object.hasOwn(checkNames, name) && checkNames[name]) || name;
    const duration = typeof latencyMs === "number" ? formatShortDuration(latencyMs) : undefined;
    const mark = label ? createStateMark(label, `${check}: ${label.word}`) : createElement("span", {}, check);
    const age = checkedAt && l10n.t`checked ${formatRelativeTime(checkedAt, Date.now())}`;
    const facts = createElement("span", { class: "soft" }, joinTextParts(message, duration, age));
    return createElement("li", {}, createElement("p", { class: "row" }, mark, facts));
  });
  return createElement("ul", { class: "items checks", "aria-label": l10n.t("Checks") }, ...items);
}

function createMinuteTable({ history }: HealthFacts): HTMLElement {
  const now = Date.now();
  const columns = [
    { title: l10n.t("Minute") },
    { title: l10n.t("Worst state") },
    { title: l10n.t("Median"), class: "number" },
    { title: l10n.t("Longest"), class: "number" },
  ];
  const rows = computeHealthMinutes(history).map(({ at, status, medianMs, longestMs }) => [
    formatLocalTime(at, now),
    labelHealthState(status).word,
    formatLatency(status, medianMs),
    formatLatency(status, longestMs),
  ]);
  const caption = createElement("caption", { class: "spoken" }, l10n.t("Health by minute, newest first"));
  return createTable(columns, rows, {}, caption);
}

function formatLatency(status: string, ms: number | undefined): string {
  if (ms !== undefined) return formatShortDuration(ms);
  return status === uncheckedState ? "" : l10n.t("no response");
}

interface SummaryLines {
  /** One for each state: `Healthy 93 %`. */
  readonly shares: readonly { readonly status: string; readonly text: string }[];
  readonly latency: string;
}

function summaryLines({ history }: HealthFacts): SummaryLines {
  const last = history.at(-1);
  const { medianMs, longestMs, shares } = summarizeHealth(history, last ? toSampleSeconds(last) : 0);
  return {
    shares: shares.map(({ status, share }) => ({ status, text: `${labelHealthState(status).word} ${percent(share)}` })),
    latency:
      medianMs === undefined || longestMs === undefined
        ? l10n.t("It never responded.")
        : l10n.t`Responds in ${formatShortDuration(medianMs)} (median), ${formatShortDuration(longestMs)} at worst.`,
  };
}

function summaryOfLines({ shares, latency }: SummaryLines): readonly HTMLElement[] {
  const marks = shares.map(({ status, text }) => createStateMark(labelHealthState(status), text));
  return [createElement("p", { class: "row shares" }, ...marks), createElement("p", { class: "soft" }, latency)];
}

/** 99.9 % at most unless the share is 1. */
function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  return `${(share < 1 && rounded === 100 ? 99.9 : rounded).toLocaleString(locale)} %`;
}
