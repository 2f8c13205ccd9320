import * as l10n from "@vscode/l10n";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import type { CallView, ToolPanelFromWebview } from "../../protocol/toolPanelMessages.ts";
import type { Announce } from "../../shared/announcer.ts";
import { createButton, createElement, replaceChangedContent } from "../../shared/element.ts";
import { createFormModel } from "../form/formModel.ts";
import { createForm } from "./createForm.ts";

type InputAnswer = Pick<Extract<ToolPanelFromWebview, { type: "answerInput" }>, "action" | "content">;
type Input = NonNullable<CallView["input"]>;
type Answer = (given: InputAnswer) => void;

interface InputQuestionParts {
  readonly post: (message: ToolPanelFromWebview) => void;
  readonly announce: Announce;
}

/** What the server of a running call asks the user. */
export function createInputQuestion({ post, announce }: InputQuestionParts) {
  const element = createElement("section", { class: "pane question", "aria-labelledby": "question", hidden: true });
  let cancel = () => {};
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    cancel();
  });
  return {
    element,
    show: (server: string, calls: readonly CallView[]) => {
      const call = calls.find(({ input }) => input);
      const input = call?.input;
      element.hidden = !input;
      const before = element.dataset.input;
      element.dataset.input = input?.id ?? "";
      replaceChangedContent(element, input?.id, () => {
        if (!call || !input) return [];
        const answer: Answer = (given) => post({ type: "answerInput", id: call.id, input: input.id, ...given });
        cancel = () => answer({ action: "cancel" });
        return createQuestion(server, input, answer);
      });
      if (!input || before === input.id) return;
      announce(l10n.t`${server} asks: ${input.message}`);
      element.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    },
  };
}

function createQuestion(server: string, input: Input, answer: Answer): readonly HTMLElement[] {
  const { accept, parts } =
    input.url === undefined ? createSchemaParts(input, answer) : createPageParts(input.url, answer);
  return [
    createElement("h2", { id: "question" }, l10n.t`${server} Asks`),
    createElement("p", { class: "text" }, input.message),
    ...parts,
    createElement(
      "div",
      { class: "row actions" },
      accept,
      createButton(l10n.t("Decline"), () => answer({ action: "decline" })),
      createButton(l10n.t("Cancel"), () => answer({ action: "cancel" }), {
        title: l10n.t("Cancel (Escape)"),
        "aria-label": l10n.t("Cancel the answer"),
      }),
    ),
  ];
}

/** The server does not see what the user does on the page, and the page is not opened without the user. */
function createPageParts(url: string, answer: Answer) {
  const { host } = new URL(url);
  return {
    accept: createButton(l10n.t("Open in Browser"), () => answer({ action: "accept" }), { class: "primary" }),
    parts: [
      createElement("p", {}, l10n.t`It wants you to go on at ${host}.`),
      createElement("p", { class: "mono text" }, url),
    ],
  };
}

function createSchemaParts({ schema = {} }: Input, answer: Answer) {
  const model = createFormModel({ ...schema, additionalProperties: false });
  let value = readDefaults(schema);
  let wasSent = false;
  const check = () => {
    const problems = [...form.listBrokenTexts(), ...model.findProblems(value)];
    if (wasSent) form.showProblems(problems);
    return problems;
  };
  const form = createForm({
    model,
    headingId: "question",
    showsTitles: true,
    // A form of a server has no files.
    onPickFile: () => {},
    onChange: (entered) => {
      value = isRecord(entered) ? entered : {};
      check();
    },
  });
  form.show(value);
  const send = () => {
    wasSent = true;
    const [first] = check();
    if (first) form.reveal(first.pointer);
    else answer({ action: "accept", content: readContent(value) });
    if (first) check();
  };
  form.element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  });
  const note = l10n.t("What you enter is sent to the server. It is not stored.");
  return {
    accept: createButton(l10n.t("Send"), send, { class: "primary", title: l10n.t("Send (Ctrl+Enter)") }),
    parts: [form.element, createElement("p", { class: "soft" }, note)],
  };
}

/** The defaults of the server. Samples, as for arguments, would answer in the place of the user. */
function readDefaults({ properties }: UnknownRecord): UnknownRecord {
  const defaults = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) =>
    isRecord(property) && property.default !== undefined ? [[name, property.default] as const] : [],
  );
  return Object.fromEntries(defaults);
}

/** The schema allows no other values. */
function readContent(value: UnknownRecord): NonNullable<InputAnswer["content"]> {
  const content: NonNullable<InputAnswer["content"]> = {};
  for (const [name, one] of Object.entries(value)) {
    if (isText(one) || typeof one === "number" || typeof one === "boolean") content[name] = one;
    else if (Array.isArray(one)) content[name] = one.filter(isText);
  }
  return content;
}

const isText = (value: unknown): value is string => typeof value === "string";
