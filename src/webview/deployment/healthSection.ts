import type { HealthFacts } from "../protocol/deploymentPanelMessages.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { element, fill, refill, setText } from "../shared/element.ts";
import { ago, counted, duration, milliseconds, moment } from "../shared/format.ts";
import { createHealthChart } from "./healthChart.ts";
import { minutesOf, secondsOf, summaryOf } from "./healthSeries.ts";
import { healthWords } from "./stateLabels.ts";

export interface HealthSection {
  readonly element: HTMLElement;
  show(health: HealthFacts): void;
  showFailure(words: string): void;
}

const checkNames: Readonly<Record<string, string>> = {
  process: "Process alive",
  handshake: "MCP handshake",
  tools: "Lists its tools",
};

/** How it is now, check by check, and how it was over the last hour. */
export function createHealthSection(): HealthSection {
  const now = element("div", { class: "stack" }, element("p", { class: "soft" }, "Reading..."));
  const failure = element("p", { class: "soft", hidden: true });
  const chart = createHealthChart();
  const summary = element("div", { class: "stack" });
  const table = element("div", { class: "tableBox" });
  const asTable = element("details", {}, element("summary", {}, "As a table, minute by minute"), table);
  const overTime = element(
    "div",
    { class: "stack", hidden: true },
    element("h3", {}, "The last hour"),
    summary,
    chart.element,
    asTable,
  );
  let shown: HealthFacts | undefined;
  const fillTable = () => {
    if (asTable.open && shown) fill(table, minuteTable(shown));
  };
  asTable.addEventListener("toggle", fillTable);
  return {
    element: element("div", { class: "stack" }, failure, now, overTime),
    showFailure: (words) => {
      failure.hidden = false;
      setText(failure, words);
    },
    show: (health) => {
      shown = health;
      failure.hidden = true;
      const { history, ...present } = health;
      const age = present.checkedAt && ago(present.checkedAt, Date.now());
      refill(now, [{ ...present, checkedAt: null, uptimeMs: Math.floor((present.uptimeMs ?? 0) / 60_000) }, age], () =>
        presentOf(health),
      );
      overTime.hidden = history.length < 2;
      const lines = summaryLines(health);
      refill(summary, lines, () => summaryOfLines(lines));
      chart.show(
        history,
        `Latency over the last hour. ${[...lines.shares.map(({ text }) => text), lines.latency].join(", ")}`,
      );
      fillTable();
    },
  };
}

function presentOf({ status, latencyMs, uptimeMs, restarts, checkedAt, checks }: HealthFacts): readonly HTMLElement[] {
  // What does not run has no checks.
  const isIdle = status === "unknown" && checks.length === 0;
  const facts = [
    isIdle ? "nothing runs that could be checked" : undefined,
    latencyMs === null ? undefined : `answers in ${milliseconds(latencyMs)}`,
    uptimeMs === null ? undefined : `up for ${duration(uptimeMs)}`,
    restarts === 0 ? undefined : counted(restarts, "restart"),
    checkedAt === null || isIdle ? undefined : `checked ${ago(checkedAt, Date.now())}`,
  ].filter((fact) => fact !== undefined);
  const line = element(
    "p",
    { class: "row" },
    stateMark(healthWords(status)),
    element("span", { class: "soft" }, facts.join(" · ")),
  );
  return checks.length === 0 ? [line] : [line, checkTable(checks)];
}

function checkTable(checks: HealthFacts["checks"]): HTMLElement {
  const rows = checks.map(({ name, status, message, latencyMs }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, (Object.hasOwn(checkNames, name) && checkNames[name]) || name),
      element("td", {}, stateMark(healthWords(status))),
      element("td", {}, message),
      element("td", { class: "number" }, latencyMs === null ? "" : milliseconds(latencyMs)),
    ),
  );
  return tableOf("Checks", ["Check", "State", "What it says", "Took"], rows);
}

function minuteTable({ history }: HealthFacts): HTMLElement {
  const now = Date.now();
  const rows = minutesOf(history).map(({ at, status, medianMs, longestMs }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, moment(at, now)),
      element("td", {}, healthWords(status).word),
      element("td", { class: "number" }, medianMs === undefined ? "no answer" : milliseconds(medianMs)),
      element("td", { class: "number" }, longestMs === undefined ? "no answer" : milliseconds(longestMs)),
    ),
  );
  return tableOf("Health by minute, newest first", ["Minute", "Worst state", "Median", "Longest"], rows);
}

function tableOf(caption: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const numbers = new Set(["Took", "Median", "Longest"]);
  const titles = heads.map((head) =>
    element("th", { scope: "col", class: numbers.has(head) ? "number" : undefined }, head),
  );
  return element(
    "table",
    {},
    element("caption", { class: "spoken" }, caption),
    element("thead", {}, element("tr", {}, ...titles)),
    element("tbody", {}, ...rows),
  );
}

interface SummaryLines {
  /** One a state, as `Healthy 93 %`. */
  readonly shares: readonly { readonly status: string; readonly text: string }[];
  readonly latency: string;
}

function summaryLines({ history }: HealthFacts): SummaryLines {
  const last = history.at(-1);
  const { medianMs, longestMs, shares } = summaryOf(history, last ? secondsOf(last) : 0);
  return {
    shares: shares.map(({ status, share }) => ({ status, text: `${healthWords(status).word} ${percent(share)}` })),
    latency:
      medianMs === undefined || longestMs === undefined
        ? "It never answered."
        : `Answers in ${milliseconds(medianMs)} (median), ${milliseconds(longestMs)} at worst.`,
  };
}

function summaryOfLines({ shares, latency }: SummaryLines): readonly HTMLElement[] {
  const marks = shares.map(({ status, text }) => stateMark(healthWords(status), text));
  return [element("p", { class: "row shares" }, ...marks), element("p", { class: "soft" }, latency)];
}

/** Never 100 % where something is missing. */
function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  return `${share < 1 && rounded === 100 ? 99.9 : rounded} %`;
}
