import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { splitPointer } from "../../../text/position/jsonPointer.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { addRovingFocus } from "../../shared/addRovingFocus.ts";
import { createButton, createElement, createRow, replaceContent, setAttribute, setText } from "../../shared/element.ts";
import { parseJsonText } from "../form/fieldValue.ts";
import type { ArgumentProblem } from "../form/findArgumentProblems.ts";
import { createFormModel, type FormModel } from "../form/formModel.ts";
import { createForm, type ToolForm } from "./createForm.ts";
import type { ChosenFile } from "./formContext.ts";

export type ArgumentsTab = "form" | "json";

interface ArgumentsSectionParts {
  readonly tab: ArgumentsTab;
  readonly onTab: (tab: ArgumentsTab) => void;
  readonly onChange: (value: UnknownRecord) => void;
  readonly onPickFile: (pointer: string) => void;
  readonly onCallAnyway: () => void;
}

/** The arguments of a call: a form and JSON that show the same value. */
export function createArgumentsSection(parts: ArgumentsSectionParts) {
  const formPanel = createElement("div", { id: "formPanel", role: "tabpanel", "aria-labelledby": "formTab" });
  const json = createJsonEditor((next) => change(next ?? value));
  const jsonPanel = createElement(
    "div",
    { id: "jsonPanel", role: "tabpanel", "aria-labelledby": "jsonTab" },
    json.element,
  );
  let shownSchema: string | undefined;
  let model: FormModel = createFormModel({});
  let form: ToolForm | undefined;
  let value: UnknownRecord = {};
  let tab = parts.tab;
  let wasRefused = false;
  const list = createProblemList({
    onReveal: (pointer) => (tab === "json" ? json.focus() : form?.reveal(pointer)),
    onCallAnyway: parts.onCallAnyway,
  });
  const listBroken = (): readonly ArgumentProblem[] => {
    const problem = json.findProblem();
    if (tab === "json") return problem === undefined ? [] : [{ pointer: "", message: problem }];
    return form?.listBrokenTexts() ?? [];
  };
  const check = () => {
    const broken = listBroken();
    const problems = [...broken, ...model.findProblems(value)];
    form?.showProblems(problems);
    list.show(wasRefused || tab === "json" ? problems : [], broken.length === 0 && wasRefused);
    return { isBroken: broken.length > 0, hasProblems: problems.length > 0 };
  };
  const change = (next: UnknownRecord) => {
    value = next;
    check();
    parts.onChange(value);
  };
  const drawTab = () => {
    formPanel.hidden = tab !== "form";
    jsonPanel.hidden = tab !== "json";
    if (tab === "form") form?.show(value);
    else json.show(value);
    check();
  };
  const set = (next: unknown) => {
    wasRefused = false;
    value = isRecord(next) ? next : {};
    drawTab();
    parts.onChange(value);
  };
  const tabs = createTabs(parts.tab, (next) => {
    // The other view would show the value from before.
    if (listBroken().length > 0) return false;
    tab = next;
    parts.onTab(tab);
    drawTab();
    return true;
  });
  const tools = createRow(
    tabs,
    createButton(l10n.t("Fill All Fields"), () => set(model.createFullValue(model.root)), { class: "quiet" }),
    createButton(l10n.t("Reset"), () => set(model.createFirstValue(model.root)), {
      class: "quiet",
      "aria-label": l10n.t("Reset the arguments"),
    }),
  );
  const showSchema = (inputSchema: UnknownRecord, draft: UnknownRecord | undefined) => {
    model = createFormModel(inputSchema);
    const next = form ? value : draft;
    form = createForm({
      model,
      headingId: "input",
      onPickFile: parts.onPickFile,
      onChange: (entered) => change(isRecord(entered) ? entered : {}),
    });
    formPanel.replaceChildren(form.element);
    const first = next ?? model.createFirstValue(model.root);
    value = isRecord(first) ? first : {};
    drawTab();
  };
  return {
    element: createElement("div", { class: "fields" }, tools, formPanel, jsonPanel, list.element),
    /** Shows the arguments for a schema. While the schema is the same, what the user entered stays. */
    show: (inputSchema: UnknownRecord, draft: UnknownRecord | undefined) => {
      const key = JSON.stringify(inputSchema);
      if (key === shownSchema) return;
      shownSchema = key;
      showSchema(inputSchema, draft);
    },
    setFile: (pointer: string, file: ChosenFile) => form?.setFile(pointer, file),
    /** The arguments, or undefined if they have problems, which are then visible. */
    take: (areProblemsAllowed = false): UnknownRecord | undefined => {
      const { isBroken, hasProblems } = check();
      if (!isBroken && (!hasProblems || areProblemsAllowed)) return value;
      wasRefused = true;
      check();
      list.focus();
      return undefined;
    },
  };
}

/** `onSelect` returns whether the tab may change. */
function createTabs(first: ArgumentsTab, onSelect: (tab: ArgumentsTab) => boolean): HTMLElement {
  const labels: Readonly<Record<ArgumentsTab, string>> = { form: l10n.t("Form"), json: l10n.t("JSON") };
  const names = ["form", "json"] as const;
  const tabs = names.map((name) => {
    return createButton(labels[name], () => select(name), {
      id: `${name}Tab`,
      role: "tab",
      "aria-controls": `${name}Panel`,
      class: "tab",
      "aria-selected": String(name === first),
    });
  });
  const mark = (selected: ArgumentsTab) => {
    for (const [index, tab] of tabs.entries()) {
      setAttribute(tab, "aria-selected", String(names[index] === selected));
      tab.tabIndex = names[index] === selected ? 0 : -1;
    }
  };
  const select = (name: ArgumentsTab) => {
    if (onSelect(name)) mark(name);
  };
  addRovingFocus(tabs, (tab) => select(tab.id === "jsonTab" ? "json" : "form"));
  mark(first);
  return createElement(
    "div",
    { class: "row", role: "tablist", "aria-label": l10n.t("View of the arguments") },
    ...tabs,
  );
}

/** The arguments as JSON. */
function createJsonEditor(onChange: (value: UnknownRecord | undefined) => void) {
  const message = createElement("p", { class: "invalid", id: "jsonProblem", hidden: true });
  const text = createElement("textarea", {
    class: "mono json",
    rows: 8,
    spellcheck: "false",
    "data-key": "json",
    "aria-label": l10n.t("Arguments as JSON"),
    "aria-describedby": "jsonProblem",
  });
  let problem: string | undefined;
  const showProblem = (next: string | undefined) => {
    problem = next;
    setText(message, next ?? "");
    message.hidden = next === undefined;
    setAttribute(text, "aria-invalid", next === undefined ? undefined : "true");
  };
  text.addEventListener("input", () => {
    const parsed = parseArguments(text.value);
    showProblem("problem" in parsed ? parsed.problem : undefined);
    onChange("value" in parsed ? parsed.value : undefined);
  });
  return {
    element: createElement("div", { class: "fields" }, text, message),
    show: (value: UnknownRecord) => {
      text.value = JSON.stringify(value, undefined, 2);
      showProblem(undefined);
    },
    /** Why the text is not taken; undefined if it is. */
    findProblem: () => problem,
    focus: () => text.focus(),
  };
}

function parseArguments(text: string): { readonly value: UnknownRecord } | { readonly problem: string } {
  try {
    const value = parseJsonText(text);
    return isRecord(value) ? { value } : { problem: l10n.t("The arguments must be a JSON object, in braces.") };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: l10n.t`This is not valid JSON: ${error.message}` };
  }
}

interface ProblemListParts {
  readonly onReveal: (pointer: string) => void;
  readonly onCallAnyway: () => void;
}

const mostShown = 10;

/** Why the arguments are not valid, in one place. */
function createProblemList({ onReveal, onCallAnyway }: ProblemListParts) {
  const element = createElement("div", {
    class: "notice problem problems",
    role: "group",
    tabindex: -1,
    hidden: true,
    "aria-labelledby": "problems",
  });
  const callAnyway = createButton(l10n.t("Call Anyway"), onCallAnyway, { "data-key": "callAnyway" });
  return {
    element,
    focus: () => element.focus(),
    show: (problems: readonly ArgumentProblem[], canCallAnyway: boolean) => {
      element.hidden = problems.length === 0;
      const title = formatQuantity(problems.length, l10n.t("problem"), l10n.t("problems"));
      const items = problems.slice(0, mostShown).map(({ pointer, message }) => {
        const name = splitPointer(pointer).join(" > ");
        const reveal = () => onReveal(pointer);
        return createElement("li", {}, createButton(name ? `${name}: ${message}` : message, reveal, { class: "link" }));
      });
      replaceContent(
        element,
        createElement("span", { id: "problems", class: "name" }, title),
        createElement("ul", { class: "fill" }, ...items),
        ...(canCallAnyway ? [callAnyway] : []),
      );
    },
  };
}
