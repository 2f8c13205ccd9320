import * as l10n from "@vscode/l10n";
import type {
  CompatibilityPanelFromWebview,
  CompatibilityPanelToWebview,
  ShownSelectorQuestion,
} from "../protocol/compatibilityPanelMessages.ts";
import { createElement, setAttribute, setText } from "../shared/element.ts";

type Post = (message: CompatibilityPanelFromWebview) => void;
export type FieldProblem = Extract<CompatibilityPanelToWebview, { type: "problem" }>;
export type SelectorForm = ReturnType<typeof createSelectorForm>;

const places = [
  { place: "query", text: l10n.t("Parameter of the URL") },
  { place: "header", text: l10n.t("Header") },
  { place: "body", text: l10n.t("Field of the body") },
  { place: "path", text: l10n.t("Path of the URL") },
] as const;

/** Where requests name an item, by what name and with which value. It keeps what is entered until the answer is another one. */
export function createSelectorForm(question: string) {
  const { where, name, value, fields, element } = createControls(question);
  let [chosen, post]: [ShownSelectorQuestion["chosen"], Post] = [null, () => {}];
  let shownKey: string | undefined;
  const readPlace = () => places.find(({ place }) => place === where.value)?.place ?? "query";
  const showName = () => {
    fields.name.element.hidden = readPlace() === "path";
  };
  where.addEventListener("change", showName);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const field of Object.values(fields)) field.showProblem("");
    const place = readPlace();
    // In a path the value follows that of the operation, unless the profile has another path.
    const inPath = chosen?.in === "path" ? chosen.name : "id";
    const by = { in: place, name: place === "path" ? inPath : name.value.trim(), value: value.value.trim() };
    post({ type: "selector", question, by });
  });
  return {
    element,
    show: (shown: ShownSelectorQuestion, onSave: Post) => {
      [chosen, post] = [shown.chosen, onSave];
      if (shownKey === JSON.stringify(chosen)) return;
      shownKey = JSON.stringify(chosen);
      where.value = chosen?.in ?? "query";
      name.value = chosen?.name ?? "";
      value.value = chosen?.value ?? "{id}";
      showName();
    },
    showProblem: ({ field, message }: FieldProblem) => fields[field].showProblem(message),
  };
}

function createControls(question: string) {
  const options = places.map(({ place, text }) => createElement("option", { value: place }, text));
  const where = createElement("select", {}, ...options);
  const [name, value] = [createTextInput("id", 200), createTextInput("{id}", 1000)];
  const placeField = createField(`${question}.in`, l10n.t("Where"), where);
  const fields = {
    name: createField(`${question}.name`, l10n.t("Name"), name, l10n.t`Such as ${"id, {kind}_id, {Kind}Sid"}`),
    value: createField(`${question}.value`, l10n.t("Value"), value, l10n.t`Such as ${"{id}, eq.{id}, {slug}"}`),
  };
  const save = createElement("button", { type: "submit", "data-key": `${question} save` }, l10n.t("Save"));
  const parts = [placeField.element, fields.name.element, fields.value.element, createElement("div", {}, save)];
  return { where, name, value, fields, element: createElement("form", { class: "selector" }, ...parts) };
}

function createTextInput(placeholder: string, maxlength: number): HTMLInputElement {
  return createElement("input", { type: "text", class: "mono", spellcheck: "false", placeholder, maxlength });
}

function createField(id: string, label: string, control: HTMLElement, hint?: string) {
  const problem = createElement("p", { class: "invalid", id: `${id}.problem`, hidden: true });
  const description = hint === undefined ? undefined : createElement("p", { class: "soft", id: `${id}.hint` }, hint);
  const describedBy = [description?.id, problem.id].filter(Boolean).join(" ");
  for (const [attribute, text] of Object.entries({ id, "data-key": id, "aria-describedby": describedBy }))
    setAttribute(control, attribute, text);
  return {
    element: createElement(
      "div",
      { class: "field" },
      createElement("label", { for: id }, label),
      control,
      description,
      problem,
    ),
    showProblem: (text: string) => {
      setText(problem, text);
      problem.hidden = text === "";
      setAttribute(control, "aria-invalid", text === "" ? undefined : "true");
    },
  };
}
