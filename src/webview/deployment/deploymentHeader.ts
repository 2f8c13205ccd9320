import * as l10n from "@vscode/l10n";
import { formatLocalTime, formatRelativeTime } from "../../text/formatTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import type {
  DeploymentFacts,
  DeploymentPanelAction,
  DeploymentPanelProblem,
  DeploymentPanelSubject,
  HealthFacts,
} from "../protocol/deploymentPanelMessages.ts";
import { createIcon, createStateMark } from "../shared/createIcon.ts";
import { createTime } from "../shared/createTime.ts";
import { createButton, createElement, replaceChangedContent, setText } from "../shared/element.ts";
import { type ApiProblem, findApiProblem, findNextSteps, type NextStep } from "./nextSteps.ts";
import type { SourceText } from "./sourceText.ts";
import { labelDeploymentState } from "./stateLabels.ts";

export interface DeploymentHeaderParts {
  readonly subject: DeploymentPanelSubject;
  readonly runAction: (action: DeploymentPanelAction, id?: string) => void;
  readonly copy: (text: string, what: string) => void;
  readonly source: SourceText;
}

/** State, time, author and URL of the deployment, and the next steps. */
export function createDeploymentHeader(parts: DeploymentHeaderParts) {
  const { subject } = parts;
  const title = createElement("h1", {}, joinWords(subject.serverName, subject.version));
  const body = createElement("div", { class: "headerBody" });
  const problem = createElement("div", { class: "notice problem", role: "alert", hidden: true });
  let shown: DeploymentFacts | undefined;
  let apiProblem: ApiProblem | undefined;
  const draw = () => {
    if (!shown) return;
    setText(title, joinWords(shown.serverName, shown.version));
    const facts = shown;
    replaceChangedContent(
      body,
      [
        facts,
        apiProblem,
        parts.source.files,
        formatRelativeTime(facts.finishedAt ?? facts.startedAt ?? facts.createdAt, Date.now()),
      ],
      () => content(facts, apiProblem, parts),
    );
  };
  return {
    element: createElement("header", {}, createElement("div", { class: "row titleRow" }, title), problem, body),
    show: (facts: DeploymentFacts) => {
      shown = facts;
      draw();
    },
    showHealth: (health: HealthFacts) => {
      apiProblem = findApiProblem(health);
      draw();
    },
    showProblem: (next: DeploymentPanelProblem | null) => {
      problem.hidden = next === null;
      if (next === null) return;
      const { message, action } = next;
      const { action: panelAction, label } = action ?? {};
      replaceChangedContent(problem, next, () => [
        createIcon("warning"),
        createElement("span", { class: "fill" }, message),
        panelAction && label
          ? createButton(label, () => parts.runAction(panelAction), { "data-key": panelAction })
          : undefined,
      ]);
    },
    /** Updates the relative times, and links after the files became known. */
    refresh: draw,
  };
}

function content(
  facts: DeploymentFacts,
  apiProblem: ApiProblem | undefined,
  parts: DeploymentHeaderParts,
): readonly HTMLElement[] {
  const { sentence, steps } = findNextSteps(facts, apiProblem);
  return [
    createElement(
      "p",
      { class: "row" },
      sentence === apiProblem?.message ? createIcon("warning") : undefined,
      createStateMark(labelDeploymentState(facts.status)),
      createElement("span", {}, sentence),
      facts.confinement ? createElement("span", { class: "soft" }, facts.confinement) : undefined,
    ),
    details(facts),
    ...(facts.runner || facts.limits ? [runnerRow(facts, parts)] : []),
    ...(facts.image ? [imageRow(facts.image, parts)] : []),
    ...(facts.url ? [urlRow(facts.url, parts)] : []),
    ...(facts.failure ? [failureBox(facts.failure, parts.source)] : []),
    createElement("div", { class: "row steps" }, ...steps.map((step, at) => stepButton(step, at === 0, parts))),
  ];
}

function details({ status, createdAt, startedAt, finishedAt, triggeredBy, message, digest }: DeploymentFacts) {
  const now = Date.now();
  // Where a service says when the work of deploying ended, what runs has not.
  const since = status === "running" || status === "degraded" ? (startedAt ?? finishedAt) : undefined;
  const at = since ?? finishedAt ?? createdAt;
  const label = since ? l10n.t("since") : finishedAt ? l10n.t("ended") : l10n.t("created");
  const facts: readonly (readonly [string, HTMLElement | string] | undefined)[] = [
    at === undefined
      ? undefined
      : [label, createTime(at, `${formatLocalTime(at, now)} (${formatRelativeTime(at, now)})`)],
    triggeredBy ? [l10n.t("by"), triggeredBy] : undefined,
    message ? [l10n.t("message"), message] : undefined,
    digest === undefined
      ? undefined
      : [
          l10n.t("digest"),
          createElement("span", { title: digest, class: "mono" }, digest.replace("sha256:", "").slice(0, 12)),
        ],
  ];
  const rows = facts.flatMap((fact) =>
    fact ? [createElement("div", {}, createElement("dt", {}, fact[0]), " ", createElement("dd", {}, fact[1]))] : [],
  );
  return createElement("dl", { class: "facts row" }, ...rows);
}

/** Where it runs, and the limits of its server. */
function runnerRow({ runner, limits, canChooseRunner }: DeploymentFacts, { runAction }: DeploymentHeaderParts) {
  return createElement(
    "p",
    { class: "row" },
    ...(runner ? [createElement("span", { class: "soft" }, l10n.t("runs on")), createElement("span", {}, runner)] : []),
    limits ? createElement("span", { class: "soft" }, l10n.t`its server's limits: ${limits}`) : undefined,
    canChooseRunner
      ? createButton(l10n.t("Run On..."), () => runAction("runOn"), { class: "quiet", "data-key": "runnerRow" })
      : undefined,
  );
}

const imageRow = (image: string, parts: DeploymentHeaderParts) =>
  copyRow(l10n.t("image"), image, { label: l10n.t("Copy Image"), copy: () => parts.copy(image, l10n.t("image")) });

const urlRow = (url: string, { copy }: DeploymentHeaderParts) =>
  copyRow(l10n.t("MCP URL"), url, { label: l10n.t("Copy MCP URL"), copy: () => copy(url, "URL") });

/** A value in one line, with a button that copies it. */
function copyRow(name: string, value: string, { label, copy }: { readonly label: string; readonly copy: () => void }) {
  return createElement(
    "p",
    { class: "row url" },
    createElement("span", { class: "soft" }, name),
    createElement("code", { title: value }, value),
    createButton(l10n.t("Copy"), copy, { class: "quiet", "aria-label": label, "data-key": label }),
  );
}

function failureBox(
  { step, message, log, cause }: NonNullable<DeploymentFacts["failure"]>,
  source: SourceText,
): HTMLElement {
  const lines = (log ?? []).slice(-20).join("\n");
  const failed = step ? l10n.t`Failed at ${step}` : l10n.t("Failed");
  return createElement(
    "section",
    { class: "failure", "aria-label": l10n.t("Failure") },
    createElement(
      "p",
      {},
      createElement("strong", {}, `${failed}${cause || message ? ": " : "."}`),
      ...source.createNodes(cause?.message ?? message ?? ""),
    ),
    ...(cause && message ? [createElement("p", { class: "soft" }, ...source.createNodes(message))] : []),
    ...(lines === ""
      ? []
      : [
          createElement("p", { class: "soft" }, l10n.t("Its last lines:")),
          createElement(
            "pre",
            { tabindex: 0, role: "region", "aria-label": l10n.t("Last lines"), "data-key": "lines" },
            ...source.createNodes(lines),
          ),
        ]),
  );
}

function stepButton({ label, action, id }: NextStep, isFirst: boolean, { runAction }: DeploymentHeaderParts) {
  return createButton(label, () => runAction(action, id), {
    class: isFirst ? "primary" : "",
    "data-key": `${action} ${id ?? ""}`,
  });
}
