import type { ParameterModel } from "../operation/operationModel.ts";
import type { CredentialScheme } from "./securitySchemes.ts";

/** A header or query parameter that carries a credential, which a model must not receive. */
export interface CredentialParameter extends ParameterModel {
  readonly in: "header" | "query";
}

const credentialName =
  /^(?:authorization|(?:x-)?(?:token|(?:\w+-)*(?:access|api|app|application|auth|authentication|private|secret|security|session|vault)[-_]?(?:key|secret|token)))$/i;
/** Headers beside a credential that say whose it is: `X-User-Id`, `X-Auth-Email`. */
const ownerName = /^(?:x-)?(?:\w+-)*(?:(?:user|client|app|application)[-_]?id|(?:api|auth)[-_]?(?:user|email))$/i;
/** A parameter may have such a name for another reason: `token` of an invitation. */
const credentialPurpose = /\b(?:authenticat|access token|api key|api token|credential)/i;

/** The parameters that are credentials by their name and purpose, or because a scheme of the document sends them. */
export const listCredentialParameters = (
  parameters: readonly ParameterModel[],
  schemes: ReadonlyMap<string, CredentialScheme>,
): CredentialParameter[] => {
  const credentials = parameters.filter(
    (parameter): parameter is CredentialParameter =>
      (parameter.in === "header" || parameter.in === "query") &&
      (hasCredentialName(parameter) || findSchemeOfParameter(parameter, schemes) !== undefined),
  );
  const hasHeader = credentials.some(({ in: location }) => location === "header");
  const owners = hasHeader ? parameters.filter(isOwner).filter((one) => !credentials.includes(one)) : [];
  return [...credentials, ...owners];
};

/** Whether a parameter or a header of this name carries a credential. */
export const isCredentialName = (name: string) => credentialName.test(name);
export const isOwnerName = (name: string) => ownerName.test(name);

const isOwner = (parameter: ParameterModel): parameter is CredentialParameter =>
  parameter.in === "header" && isOwnerName(parameter.name);

const hasCredentialName = ({ name, in: location, description }: ParameterModel) =>
  credentialName.test(name) && (location === "header" || isCredentialPurpose(description));

export const isCredentialPurpose = (description: string) => credentialPurpose.test(description);

/** The key of the scheme that sends what a parameter carries. A scheme for the whole header `Authorization` may have other values. */
export function findSchemeOfParameter(
  { name, in: location }: ParameterModel,
  schemes: ReadonlyMap<string, CredentialScheme>,
): string | undefined {
  const found = [...schemes].find(
    ([, { scheme, parameter }]) =>
      scheme.kind === "apiKey" &&
      scheme.in === location &&
      scheme.name.toLowerCase() === name.toLowerCase() &&
      (parameter || name.toLowerCase() !== "authorization" || scheme.prefix !== undefined),
  );
  return found?.[0];
}
