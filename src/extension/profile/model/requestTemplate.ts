import type { DialectProfile } from "../../../contract/dialectProfile.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { type ParamProfile, paramName, writeParam } from "../../../contract/profile/paramProfile.ts";
import { listSentInputs } from "../../../contract/profile/profileNames.ts";
import { createJsonPositions } from "../../base/jsonDocument.ts";
import { formatJsonDocument } from "../../documents/model/jsonDocuments.ts";

/** A proposed profile, and the line that the user has to complete. */
export interface RequestTemplate {
  readonly text: string;
  readonly line: number;
}

/**
 * Proposes a request body for an operation that the service rejected: the contract's fields under the service's names,
 * and empty values for names that are not known.
 */
export function createRequestTemplate(
  profile: DialectProfile,
  name: OperationName,
  named: readonly string[],
): RequestTemplate {
  const known = profile.operations[name] ?? {};
  const start = known.body ?? contractBody(name, known.params ?? {});
  const taken = new Set(Object.keys(start).map(plain));
  const missing = [...new Set(named.map(firstName))].filter((field) => field !== "" && !taken.has(plain(field)));
  const body = { ...start, ...Object.fromEntries(missing.map((field) => [field, ""])) };
  const next: DialectProfile = { ...profile, operations: { ...profile.operations, [name]: { ...known, body } } };
  const text = formatJsonDocument(next);
  const path = ["operations", name];
  const [first] = missing;
  const positions = createJsonPositions(text);
  const { line } =
    first === undefined ? positions.atKey(path, "body", "", "") : positions.atKey([...path, "body"], first, "", "");
  return { text, line };
}

function contractBody(name: OperationName, params: Readonly<Record<string, ParamProfile | null>>) {
  const sent = Object.keys(listSentInputs(name)).flatMap((field): [string, string][] => {
    const there = Object.hasOwn(params, field) ? params[field] : field;
    return there ? [[paramName(there), writeParam(there, `{{${field}}}`)]] : [];
  });
  return Object.fromEntries(sent);
}

/** A service names a field by `a.b` or by a JSON pointer, often with the containing object first. */
function firstName(path: string): string {
  const parts = path.split(/[./[\]]/).filter((part) => part !== "" && part !== "$" && part !== "#");
  return (parts[0] === "body" && parts.length > 1 ? parts[1] : parts[0]) ?? "";
}

const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
