import * as l10n from "@vscode/l10n";
import type { DialectProfile, OperationProfile } from "../../../contract/dialectProfile.ts";
import { operationNames } from "../../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import {
  findNamedShape,
  isUnsent,
  listKinds,
  listSentInputs,
  readOutput,
} from "../../../contract/profile/profileNames.ts";
import type { Fields } from "../../../contract/profile/shape.ts";
import { formatList } from "../../../text/language/formatList.ts";
import type { YamlPath } from "../../../text/position/yamlDocument.ts";
import type { DocumentProblem, JsonPositions } from "../../base/jsonDocument.ts";

/** The names of fields and inputs that the contract does not have: nothing would ever be read or sent by them. */
export function checkNames(positions: JsonPositions, { kinds = {}, operations }: DialectProfile) {
  const known = listKinds();
  return [
    ...Object.entries(kinds).flatMap(([kind, lines]) =>
      checkFields(positions, ["kinds", kind], lines.fields, known[kind]),
    ),
    ...operationNames.flatMap((name) => {
      const lines = operations[name] ?? {};
      const path = ["operations", name];
      return [
        ...checkFields(positions, path, lines.fields, readOutput(name).fields),
        ...checkParams(positions, name, lines.params),
        ...checkTexts(positions, name, lines.body, [...path, "body"]),
        ...checkCompared(positions, name, lines.compare),
      ];
    }),
  ];
}

function checkFields(positions: JsonPositions, path: YamlPath, fields: object = {}, known: Fields = {}) {
  const wrong = Object.keys(fields).filter((field) => !findNamedShape(known, field));
  return wrong.map((field) =>
    positions.atKey([...path, "fields"], field, describeUnknown(field, [...path, "fields"], known), "unknown"),
  );
}

function checkParams(positions: JsonPositions, name: OperationName, params: OperationProfile["params"] = {}) {
  const sent = listSentInputs(name);
  const path = ["operations", name, "params"];
  return Object.entries(params).flatMap(([field, param]): DocumentProblem[] => {
    if (findNamedShape(sent, field) || (param === null && isUnsent(name, field))) return [];
    const message = isUnsent(name, field)
      ? l10n.t`No request of ${name} sends "${field}": Fairlead does that itself. Only null can stand here.`
      : describeUnknown(field, path, sent);
    return [positions.atKey(path, field, message, "unknown")];
  });
}

const braces = /\{\{([^{}]*)\}\}/g;

/** The inputs in the texts of a body. */
function checkTexts(
  positions: JsonPositions,
  name: OperationName,
  part: unknown,
  path: YamlPath,
): readonly DocumentProblem[] {
  if (typeof part === "object" && part !== null)
    return Object.entries(part).flatMap(([key, inner]) =>
      checkTexts(positions, name, inner, [...path, Array.isArray(part) ? Number(key) : key]),
    );
  if (typeof part !== "string") return [];
  const known = listSentInputs(name);
  const id: Fields = { id: { shape: { kind: "id" }, nullable: false, optional: false } };
  const inputs = "owner" in operationTable[name] ? { ...id, ...known } : known;
  return [...part.matchAll(braces)].flatMap(([whole, said = ""]) => {
    const input = said.replace(/\|json$/, "");
    const shape = findNamedShape(inputs, input);
    if (!shape) return [positions.at(path, describeUnknown(input, path, inputs), "unknown")];
    if (said !== input || whole === part || !["list", "object", "map"].includes(shape.kind)) return [];
    const [alone, asJson] = [`{{${input}}}`, `{{${input}|json}}`];
    const message = l10n.t`"${input}" is a list or an object, and no part of a text. Write "${alone}" alone, or "${asJson}" for a text of JSON.`;
    return [positions.at(path, message, "unknown")];
  });
}

function checkCompared(positions: JsonPositions, name: OperationName, compare: readonly string[] = []) {
  const inputs = listSentInputs(name);
  return compare.flatMap((field, index) => {
    const path = ["operations", name, "compare", index];
    return Object.hasOwn(inputs, field)
      ? []
      : [positions.at(path, describeUnknown(field, path.slice(0, -1), inputs), "unknown")];
  });
}

function describeUnknown(name: string, path: YamlPath, known: Fields): string {
  const place = path.slice(0, 3).join(".");
  const names = Object.keys(known);
  if (names.length === 0) return l10n.t`${place} has no "${name}".`;
  return names.length > mostShown
    ? l10n.t`${place} has no "${name}". Completion shows the names that it has.`
    : l10n.t`${place} has no "${name}". It has ${formatList(names)}.`;
}

/** More names are no sentence. */
const mostShown = 12;
