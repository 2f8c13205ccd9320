import * as l10n from "@vscode/l10n";
import { formatCount } from "../../text/language/formatQuantity.ts";
import {
  type DeploymentFacts,
  type DeploymentPanelAction,
  type DeploymentPanelFromWebview,
  type DeploymentPanelSubject,
  type DeploymentPanelToWebview,
  deploymentPanelSubjectSchema,
  deploymentPanelToWebviewSchema,
} from "../protocol/deploymentPanelMessages.ts";
import { addRovingFocus } from "../shared/addRovingFocus.ts";
import { createAnnouncer } from "../shared/announcer.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createElement, setAttribute, setText } from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";
import { createDeploymentHeader } from "./deploymentHeader.ts";
import {
  type DeploymentPagePart,
  type DeploymentPageState,
  deploymentPageStateSchema,
  initialDeploymentPageState,
} from "./deploymentPageState.ts";
import { EventsSection } from "./events/eventsSection.ts";
import { createHealthSection, hasHealth } from "./healthSection.ts";
import { createOtherDeploymentsSection } from "./otherDeploymentsSection.ts";
import { createSourceText } from "./sourceText.ts";
import { labelDeploymentState, labelHealthState, labelTestState } from "./stateLabels.ts";
import { createTestsSection } from "./testsSection.ts";
import { createTracesSection } from "./traces/tracesSection.ts";

interface PageLayoutPart {
  readonly part: DeploymentPagePart;
  readonly title: string;
  readonly body: HTMLElement;
}

/** The smallest width for two columns. */
const wide = "(min-width: 1000px)";

/** Shows the parts of the page side by side on a wide page, and as tabs on a narrow one. */
function createPageLayout(
  all: readonly PageLayoutPart[],
  first: DeploymentPagePart,
  onShow: (part: DeploymentPagePart) => void,
) {
  const entries = all.map(({ part, title, body }) => {
    const note = createElement("span", { class: "note" });
    const tab = createElement(
      "button",
      { type: "button", role: "tab", id: `tab-${part}`, "aria-controls": `part-${part}` },
      title,
      note,
    );
    const heading = createElement("h2", { id: `heading-${part}` }, title);
    const panel = createElement("section", { id: `part-${part}`, class: `part ${part}` }, heading, body);
    return { part, tab, panel, heading, note };
  });
  const tabs = createElement(
    "div",
    { class: "tabs", role: "tablist", "aria-label": l10n.t("Parts") },
    ...entries.map(({ tab }) => tab),
  );
  const query = matchMedia(wide);
  let current = first;
  const draw = () => {
    tabs.hidden = query.matches;
    for (const { part, tab, panel, heading } of entries) {
      const isCurrent = part === current;
      setAttribute(tab, "aria-selected", String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      panel.hidden = !query.matches && !isCurrent;
      panel.setAttribute("role", query.matches ? "region" : "tabpanel");
      panel.setAttribute("aria-labelledby", query.matches ? `heading-${part}` : `tab-${part}`);
      heading.classList.toggle("spoken", !query.matches);
    }
  };
  const show = (part: DeploymentPagePart) => {
    current = part;
    draw();
    onShow(part);
  };
  addRovingFocus(
    entries.map(({ tab }) => tab),
    (to) => to.click(),
  );
  for (const { part, tab } of entries) tab.addEventListener("click", () => show(part));
  query.addEventListener("change", draw);
  draw();
  const [events, ...rest] = entries;
  const side = createElement("div", { class: "side" }, ...rest.map(({ panel }) => panel));
  return {
    show,
    element: createElement("main", {}, tabs, createElement("div", { class: "columns" }, events?.panel, side)),
    /** Shows a short text beside the title of a tab, such as a count or a state. */
    note: (part: DeploymentPagePart, text: string) => {
      const entry = entries.find((one) => one.part === part);
      if (entry) setText(entry.note, text === "" ? "" : ` ${text}`);
    },
  };
}

const page = connectPage<
  DeploymentPanelSubject,
  DeploymentPageState,
  DeploymentPanelToWebview,
  DeploymentPanelFromWebview
>({
  subject: deploymentPanelSubjectSchema,
  state: deploymentPageStateSchema,
  messageSchema: deploymentPanelToWebviewSchema,
  initialState: initialDeploymentPageState,
});
const announce = createAnnouncer();
const runAction = (action: DeploymentPanelAction, id?: string) =>
  page.post({ type: "action", action, ...(id !== undefined && { id }) });
const copy = (text: string, what: string) => {
  page.post({ type: "copy", text });
  announce(l10n.t`Copied ${what}.`);
};

const { updateState } = page;
const source = createSourceText(page.subject.deploymentId, (position) =>
  page.post({ type: "openSource", ...position }),
);
const header = createDeploymentHeader({ subject: page.subject, runAction, copy, source });
const events = new EventsSection({
  state: page.state,
  updateState,
  copy,
  openLog: () => runAction("openLog"),
  allowHost: (host) => page.post({ type: "allowHost", host }),
  announce,
  source,
});
const traces = createTracesSection({ runAction, post: page.post, announce });
const health = createHealthSection(runAction);
const tests = createTestsSection(runAction);
const others = createOtherDeploymentsSection(runAction);
const layout = createPageLayout(
  [
    { part: "events", title: l10n.t("Events"), body: events.element },
    { part: "calls", title: l10n.t("Calls"), body: traces.element },
    { part: "health", title: l10n.t("Health"), body: health.element },
    { part: "tests", title: l10n.t("Tests"), body: tests.element },
    { part: "deployments", title: l10n.t("Deployments"), body: others.element },
  ],
  page.state.part,
  (part) => updateState({ part }),
);
document.body.prepend(header.element, layout.element);
events.mount();

/** German nouns keep their capitals. */
const formatNote = (label: StateLabel | undefined) =>
  label ? label.word.charAt(0).toLowerCase() + label.word.slice(1) : "";

let facts: DeploymentFacts | undefined;
const showFacts = (next: DeploymentFacts) => {
  const before = facts?.status;
  facts = next;
  header.show(next);
  events.showAllowedHosts(next.allowedHosts);
  traces.showFacts(next);
  const { recording } = next;
  // The user started it, here or in the view, and wants to see the calls.
  if (recording?.endedAt === null && recording.startedAt !== page.state.recording) {
    updateState({ recording: recording.startedAt });
    layout.show("calls");
  }
  if (before !== undefined && before !== next.status)
    announce([next.serverName, labelDeploymentState(next.status)?.word].filter(Boolean).join(": ").concat("."));
};

const onMessage = (message: DeploymentPanelToWebview) => {
  switch (message.type) {
    case "facts":
      return showFacts(message.facts);
    case "events":
      events.onMessage(message);
      return layout.note("events", formatCount(events.size));
    case "streamState":
      return events.onMessage(message);
    case "health":
      health.show(message.health);
      header.showHealth(message.health);
      return layout.note(
        "health",
        hasHealth(message.health) ? formatNote(labelHealthState(message.health.status)) : "",
      );
    case "tests":
      tests.show(message.run);
      return layout.note("tests", formatNote(labelTestState(message.run?.status)));
    case "others":
      others.show(message.others);
      return layout.note("deployments", message.others.length > 0 ? formatCount(message.others.length) : "");
    case "traces":
      traces.add(message.traces, message.replaces);
      return layout.note("calls", traces.size > 0 ? formatCount(traces.size) : "");
    case "files":
      source.showFiles(message.files);
      header.refresh();
      return events.showLinks();
    case "partFailed":
      return { health, tests, others, traces }[message.part].showFailure(message.message);
    case "problem":
      return header.showProblem(message.problem);
  }
};

page.start({
  ready: () => page.post({ type: "ready", lastSequence: events.last, savedSequence: page.state.last }),
  onMessage,
});

/** Relative times have minutes as their smallest unit. */
const refreshTimesMs = 30_000;
setInterval(() => header.refresh(), refreshTimesMs);
