import type { ParameterModel } from "../operation/operationModel.ts";
import type { CredentialScheme } from "./securitySchemes.ts";

/** A header or query parameter that carries a credential, which a model must not receive. */
export interface CredentialParameter extends ParameterModel {
  readonly in: "header" | "query";
}

const credentialName =
  /^(?:authorization|(?:x-)?(?:token|(?:\w+-)*(?:access|api|app|application|auth|authentication|private|secret|security|session|vault)[-_]?(?:key|secret|token)))$/i;
/** A query parameter may have such a name for another reason: `token` of an invitation. */
const credentialPurpose = /\b(?:authenticat|access token|api key|api token|credential)/i;

/** The parameters that are credentials by their name and purpose, or because a scheme of the document sends them. */
export const listCredentialParameters = (
  parameters: readonly ParameterModel[],
  schemes: ReadonlyMap<string, CredentialScheme>,
): CredentialParameter[] =>
  parameters.filter(
    (parameter): parameter is CredentialParameter =>
      (parameter.in === "header" || parameter.in === "query") &&
      (hasCredentialName(parameter) || findSchemeOfParameter(parameter, schemes) !== undefined),
  );

const hasCredentialName = ({ name, in: location, description }: ParameterModel) =>
  credentialName.test(name) && (location === "header" || credentialPurpose.test(description));

/** The key of the scheme that sends what a parameter carries. A scheme for the whole header `Authorization` has other values. */
export function findSchemeOfParameter(
  { name, in: location }: ParameterModel,
  schemes: ReadonlyMap<string, CredentialScheme>,
): string | undefined {
  const found = [...schemes].find(
    ([, { scheme, parameter }]) =>
      scheme.kind === "apiKey" &&
      scheme.in === location &&
      scheme.name.toLowerCase() === name.toLowerCase() &&
      (parameter || name.toLowerCase() !== "authorization"),
  );
  return found?.[0];
}
