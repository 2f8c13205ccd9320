import * as l10n from "@vscode/l10n";
import { formatLocalTime } from "../../text/formatTime.ts";
import { formatCount } from "../../text/language/formatQuantity.ts";
import {
  type ShownMetric,
  type ShownUsage,
  type UsagePageState,
  type UsagePanelFromWebview,
  type UsagePanelToWebview,
  usagePageStateSchema,
  usagePanelSubjectSchema,
  usagePanelToWebviewSchema,
} from "../protocol/usagePanelMessages.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage, type WebviewPage } from "../shared/connectPage.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createProblemNotice } from "../shared/createProblemNotice.ts";
import { createButton, createElement, createRow, createTable, replaceContent, setText } from "../shared/element.ts";
import { createDayCharts, formatDay } from "./createDayCharts.ts";

const page = connectPage<object, { day: string | null; asTable: boolean }, UsagePanelToWebview, UsagePanelFromWebview>({
  subject: usagePanelSubjectSchema,
  state: usagePageStateSchema,
  messageSchema: usagePanelToWebviewSchema,
  initialState: { day: null, asTable: false },
});
const heading = createUsageHeading((type) => page.post({ type }));
const metrics = createUsageMetrics();
const daily = createDailyUsage(page);
const content = document.createElement("main");

content.append(heading.element, metrics.element, daily.element);
document.body.append(content);
page.start({
  ready: () => page.post({ type: "ready" }),
  onMessage: (message) => {
    heading.show(message);
    metrics.show(message.shown);
    daily.show(message.shown);
  },
});

type ButtonMessage = "refresh" | "remedy";

/** The organization, the time of reading, and the reason why the usage may be old. */
function createUsageHeading(post: (type: ButtonMessage) => void) {
  const title = createElement("h1", {}, l10n.t("Usage"));
  const facts = createElement("p", { class: "soft" });
  const read = createElement("p", { class: "soft" });
  const refresh = createButton(l10n.t("Refresh"), () => post("refresh"));
  const problem = createProblemNotice(() => post("remedy"), createAnnouncer(), l10n.t("Up to date again."));
  return {
    element: createElement("header", {}, title, facts, createRow(read, refresh), problem.element),
    show: ({ shown, isReading, problem: now }: UsagePanelToWebview) => {
      setText(title, shown?.organization ? l10n.t`Usage of ${shown.organization}` : l10n.t("Usage"));
      const periodFacts = [shown?.period, shown?.plan && l10n.t`plan ${shown.plan}`, shown?.connection];
      setText(facts, periodFacts.filter(Boolean).join(" · "));
      setText(read, formatReadTime(shown?.readAt, isReading));
      const isStale = now !== null && shown !== null;
      problem.show(isStale ? { ...now, message: l10n.t`The usage below is not up to date. ${now.message}` } : now);
    },
  };
}

function formatReadTime(readAt: string | undefined, isReading: boolean): string {
  if (isReading) return l10n.t("Reading...");
  return readAt === undefined ? l10n.t("Not read yet") : l10n.t`Last read ${formatLocalTime(readAt, Date.now())}`;
}

/** Each metric as text, against its limit also as a bar. */
function createUsageMetrics() {
  const list = createElement("ul", { class: "metrics" });
  const title = createElement("h2", { id: "limits" });
  const section = createElement("section", { "aria-labelledby": "limits", hidden: true }, title, list);
  return {
    element: section,
    show: (shown: ShownUsage | null) => {
      section.hidden = shown === null;
      const hasLimits = shown?.metrics.some(({ share }) => share !== null);
      setText(title, hasLimits ? l10n.t("Against the limits") : l10n.t("In this period"));
      replaceContent(list, ...(shown?.metrics ?? []).map(drawMetric));
    },
  };
}

function drawMetric({ name, text, share, level, note }: ShownMetric): HTMLElement {
  const label = createElement("h3", {}, name);
  return createElement(
    "li",
    { class: `metric ${level}` },
    createElement("div", { class: "row between" }, label, createElement("span", { class: "number" }, text)),
    share === null ? undefined : drawBar(name, text, share),
    note === null
      ? undefined
      : createElement("p", { class: "note" }, createIcon(level === "full" ? "error" : "warning"), note),
  );
}

function drawBar(name: string, text: string | undefined, share: number): HTMLElement {
  const percent = Math.min(100, share * 100);
  const used = createElement("div", { class: "used" });
  // The Content Security Policy forbids style attributes in markup only.
  used.style.width = `${percent}%`;
  const range = { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(percent) };
  return createElement(
    "div",
    { class: "bar", role: "meter", "aria-label": name, "aria-valuetext": text, ...range },
    used,
  );
}

/** The daily counts, as charts or as a table. */
function createDailyUsage(page: Pick<WebviewPage<unknown, UsagePageState, never, never>, "state" | "updateState">) {
  const charts = createDayCharts(page);
  const table = createElement("div", { class: "days" });
  const empty = createElement("p", { class: "soft" }, l10n.t("The service does not report daily usage."));
  const toggle = createButton(l10n.t("Show as Table"), () => {
    page.updateState({ asTable: !page.state.asTable });
    draw();
  });
  const section = createElement(
    "section",
    { "aria-labelledby": "days", hidden: true },
    createElement("div", { class: "row between" }, createElement("h2", { id: "days" }, l10n.t("Day by day")), toggle),
    charts.element,
    table,
    empty,
  );
  let shown: ShownUsage | null = null;
  const draw = () => {
    const { asTable } = page.state;
    const isEmpty = shown === null || shown.days.length === 0 || shown.series.length === 0;
    section.hidden = shown === null;
    empty.hidden = !isEmpty;
    toggle.hidden = isEmpty;
    setText(toggle, asTable ? l10n.t("Show as Charts") : l10n.t("Show as Table"));
    table.hidden = isEmpty || !asTable;
    charts.element.hidden = isEmpty || asTable;
    if (!shown || isEmpty) return;
    if (asTable) replaceContent(table, createDayTable(shown));
    else charts.show(shown);
  };
  return {
    element: section,
    show: (now: ShownUsage | null) => {
      shown = now;
      draw();
    },
  };
}

/** Newest day first. */
function createDayTable({ series, days }: ShownUsage): HTMLTableElement {
  const columns = [{ title: l10n.t("Day (UTC)") }, ...series.map((title) => ({ title, class: "number" }))];
  const rows = days.toReversed().map(({ date, counts }) => [formatDay(date), ...counts.map(formatCount)]);
  return createTable(columns, rows, { "aria-labelledby": "days" });
}
