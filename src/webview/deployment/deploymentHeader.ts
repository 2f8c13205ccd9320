import type { Act, DeploymentFacts, DeploymentSubject, Trouble } from "../protocol/deploymentPanelMessages.ts";
import { icon } from "../shared/createIcon.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { button, element, refill, setText } from "../shared/element.ts";
import { ago, moment } from "../shared/format.ts";
import { nextSteps, type Step } from "./nextSteps.ts";
import { deploymentWords } from "./stateLabels.ts";

export interface HeaderParts {
  readonly subject: DeploymentSubject;
  readonly act: (act: Act, id?: string) => void;
  readonly copy: (text: string, what: string) => void;
}

/** What the panel is about: state, since when, who, where, and what to do next. */
export interface Header {
  readonly element: HTMLElement;
  show(facts: DeploymentFacts): void;
  showTrouble(trouble: Trouble | null): void;
  /** Times grow older although nothing changed. */
  retell(): void;
}

export function createHeader(parts: HeaderParts): Header {
  const { subject } = parts;
  const title = element("h1", {}, `${subject.serverName} ${subject.version}`);
  const body = element("div", { class: "headerBody" });
  const trouble = element("div", { class: "notice problem", role: "alert", hidden: true });
  let shown: DeploymentFacts | undefined;
  const draw = () => {
    if (!shown) return;
    setText(title, `${shown.serverName} ${shown.version}`);
    const told = shown;
    refill(body, [told, ago(told.finishedAt ?? told.startedAt ?? told.createdAt, Date.now())], () =>
      content(told, parts),
    );
  };
  return {
    element: element("header", {}, element("div", { class: "row titleRow" }, title), trouble, body),
    show: (facts) => {
      shown = facts;
      draw();
    },
    showTrouble: (told) => {
      trouble.hidden = told === null;
      if (told === null) return;
      const { words, act } = told;
      const { act: what, label } = act ?? {};
      refill(trouble, told, () => [
        icon("warning"),
        element("span", { class: "fill" }, words),
        what && label ? button(label, () => parts.act(what), { "data-key": what }) : undefined,
      ]);
    },
    retell: draw,
  };
}

function content(facts: DeploymentFacts, parts: HeaderParts): readonly HTMLElement[] {
  const { sentence, steps } = nextSteps(facts);
  return [
    element("p", { class: "row" }, stateMark(deploymentWords(facts.status)), element("span", {}, sentence)),
    details(facts),
    ...(facts.url === null ? [] : [urlRow(facts.url, parts)]),
    ...(facts.failure ? [failureBox(facts.failure)] : []),
    element("div", { class: "row steps" }, ...steps.map((step, at) => stepButton(step, at === 0, facts, parts))),
  ];
}

function details({ status, createdAt, startedAt, finishedAt, triggeredBy, message, digest }: DeploymentFacts) {
  const now = Date.now();
  const at = finishedAt ?? (status === "running" || status === "degraded" ? startedAt : null) ?? createdAt;
  const word = finishedAt ? "ended" : at === startedAt ? "since" : "ordered";
  const facts: readonly (readonly [string, HTMLElement | string] | undefined)[] = [
    at === ""
      ? undefined
      : [word, element("time", { datetime: at, title: at }, `${moment(at, now)} (${ago(at, now)})`)],
    triggeredBy === "" ? undefined : ["by", triggeredBy],
    message === null ? undefined : ["message", message],
    digest === ""
      ? undefined
      : ["digest", element("span", { title: digest, class: "mono" }, digest.replace("sha256:", "").slice(0, 12))],
  ];
  const rows = facts.flatMap((fact) =>
    fact ? [element("div", {}, element("dt", {}, fact[0]), " ", element("dd", {}, fact[1]))] : [],
  );
  return element("dl", { class: "facts row" }, ...rows);
}

function urlRow(url: string, { copy }: HeaderParts): HTMLElement {
  return element(
    "p",
    { class: "row url" },
    element("span", { class: "soft" }, "MCP URL"),
    element("code", { title: url }, url),
    button("Copy", () => copy(url, "URL"), { class: "quiet", "aria-label": "Copy MCP URL", "data-key": "copyUrl" }),
  );
}

function failureBox({ step, message, log }: NonNullable<DeploymentFacts["failure"]>): HTMLElement {
  const lines = log.slice(-20).join("\n");
  return element(
    "section",
    { class: "failure", "aria-label": "Failure" },
    element("p", {}, element("strong", {}, `Failed at ${step}: `), message),
    ...(lines === ""
      ? []
      : [
          element("p", { class: "soft" }, "Its last lines:"),
          element("pre", { tabindex: 0, role: "region", "aria-label": "Last lines", "data-key": "lines" }, lines),
        ]),
  );
}

function stepButton({ label, act, id }: Step, isFirst: boolean, { url }: DeploymentFacts, parts: HeaderParts) {
  const doIt = () => (act === "copy" ? parts.copy(url ?? "", "URL") : parts.act(act, id));
  return button(label, doIt, { class: isFirst ? "primary" : "", "data-key": `${act} ${id ?? ""}` });
}
