import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import type { OperationModel } from "./operationModel.ts";
import { type CredentialScheme, createAuthorizationScheme, listVariableNames } from "./securitySchemes.ts";

type Schemes = Map<string, CredentialScheme>;

/**
 * Lists the credential alternatives of an operation whose schemes can be sent. Adds a scheme if the operation declares a header
 * `Authorization` instead.
 */
export function listAuthAlternatives(
  model: OperationModel,
  schemes: Schemes,
  report: ReportProblem,
): (readonly string[])[] {
  const { security, method, path, pointer } = model;
  if (security.length === 0) return listHeaderAlternatives(model, schemes, report);
  const usable = security.filter((names) => names.every((name) => schemes.has(name)));
  const unknown = [...new Set(security.flat().filter((name) => !schemes.has(name)))];
  if (usable.length === 0) {
    const message = `${method} ${path} is called without a credential: the security scheme ${unknown.join(", ")} is not declared, or of a kind that cannot be sent.`;
    report(createWarningProblem("security_unusable", message, appendToPointer(pointer, "security")));
  }
  return usable;
}

function listHeaderAlternatives(
  { parameters, method, path }: OperationModel,
  schemes: Schemes,
  report: ReportProblem,
): string[][] {
  const header = parameters.find(
    (parameter) => parameter.in === "header" && parameter.name.toLowerCase() === "authorization",
  );
  if (!header) return [];
  const key = [...schemes].find(([, { parameter }]) => parameter)?.[0] ?? addParameterScheme(schemes);
  const message = `The header Authorization of ${method} ${path} comes from the server's environment, not from the tool's input.`;
  report(createWarningProblem("authorization_parameter", message, header.pointer));
  return header.required ? [[key]] : [[key], []];
}

/** Adds the scheme of the header parameters under names that the document does not use. */
function addParameterScheme(schemes: Schemes): string {
  const key = createUniqueName("Authorization header", (name) => schemes.has(name));
  const taken = new Set([...schemes.values()].flatMap(listVariableNames));
  const create = (prefix: string) => createAuthorizationScheme(prefix, "The whole value of the Authorization header.");
  const isTaken = (prefix: string) => listVariableNames(create(prefix)).some((name) => taken.has(name));
  schemes.set(key, { ...create(createUniqueName("AUTHORIZATION", isTaken)), parameter: true });
  return key;
}
