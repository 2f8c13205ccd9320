import { asObject, asText } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type CredentialScheme, createParameterScheme } from "./securitySchemes.ts";

/** Words of documents whose API wants a credential. */
const credentialWords =
  /\b(?:access tokens?|api[ -]keys?|api tokens?|authenticated|authentication|authorization header|bearer|oauth)\b/i;

/**
 * The optional header `Authorization` of a document that declares no credential although its texts speak of one; undefined if there is
 * nothing to add. Otherwise its server could only call anonymously.
 */
export function findUndeclaredCredential(
  { root }: OpenapiDocument,
  sites: readonly OperationNode[],
): CredentialScheme | undefined {
  const texts = [
    asObject(root.info).description,
    ...sites.flatMap(({ operation }) => [operation.summary, operation.description]),
  ];
  if (!texts.some((text) => credentialWords.test(asText(text)))) return undefined;
  const created = createParameterScheme("AUTHORIZATION", { in: "header", name: "Authorization" });
  const description =
    "The whole value of the header Authorization, such as Bearer and a token. The document declares no credential; leave this empty if the API takes calls without one.";
  return {
    ...created,
    parameter: true,
    variables: created.variables.map((variable) => ({ ...variable, description, optional: true })),
  };
}
