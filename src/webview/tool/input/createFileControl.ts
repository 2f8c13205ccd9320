import * as l10n from "@vscode/l10n";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";
import { createButton, createElement } from "../../shared/element.ts";
import type { FileMembers, FormField } from "../form/formField.ts";
import type { ControlAttributes, FieldControl } from "./fieldControl.ts";
import type { ChosenFile, FieldPlace, FormContext } from "./formContext.ts";

/** Longer contents are shown by their size: they are not edited by hand. */
const longestText = 500;

/** The bytes of a file: chosen with the editor's dialog, or entered as base64. */
export function createFileControl(
  context: FormContext,
  { path, label, isRequired, isItem }: FieldPlace,
  { members }: Extract<FormField, { kind: "file" }>,
  attributes: ControlAttributes,
): FieldControl {
  const pointer = appendToPointer("", ...path);
  const value = context.getValue(path);
  const data = readText(members ? readMember(value, members.data) : value);
  const choose = createButton(l10n.t("Choose File..."), () => context.pickFile(pointer), {
    ...attributes,
    "aria-label": l10n.t`Choose File... for ${label}`,
    "aria-required": undefined,
  });
  const setFile = (file: ChosenFile) => context.change(path, members ? nameParts(members, file) : file.data, pointer);
  const names = members ? [members.name, members.mediaType] : [];
  const facts = names.flatMap((name) => (name === undefined ? [] : readText(readMember(value, name)) || []));
  const size = data && formatByteSize(Math.floor((data.replaceAll("=", "").length * 3) / 4));
  const summary = createElement("span", { class: "soft" }, [...facts, size].filter(Boolean).join(", "));
  if (members || data.length > longestText)
    return { element: createElement("div", { class: "row" }, choose, summary), control: choose, setFile };
  const text = createElement("input", { type: "text", class: "mono fill", placeholder: l10n.t("base64") });
  text.ariaLabel = l10n.t`${label} as base64`;
  text.value = data;
  text.addEventListener("input", () =>
    context.enter(path, text.value === "" && !isRequired && !isItem ? undefined : text.value),
  );
  return { element: createElement("div", { class: "row" }, text, choose, summary), control: choose, setFile };
}

function nameParts(members: FileMembers, { data, name, mediaType }: ChosenFile): object {
  return {
    [members.data]: data,
    ...(members.name === undefined ? {} : { [members.name]: name }),
    ...(members.mediaType === undefined ? {} : { [members.mediaType]: mediaType }),
  };
}

const readMember = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);
const readText = (value: unknown) => (typeof value === "string" ? value : "");
