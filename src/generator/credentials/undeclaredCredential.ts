import type { ConstantProposal } from "../constantParameters.ts";
import { asObject, asText } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type CredentialScheme, createParameterScheme } from "./securitySchemes.ts";

/** Words of documents whose API wants a credential. */
const credentialWords =
  /\b(?:access tokens?|api[ -]keys?|api tokens?|authenticated|authentication|authorization header|bearer|oauth)\b/i;

/** The user may make the credential a required one. */
export const undeclaredCredentialProposal: ConstantProposal = {
  ...{ parameter: "Authorization", in: "header", uses: 0, isCredential: true, isDefault: true, isAsked: true },
};

/**
 * The header `Authorization` of a document that declares no credential although its texts speak of one; undefined if there is
 * nothing to add. Otherwise its server could only call anonymously.
 */
export function findUndeclaredCredential(
  { root }: OpenapiDocument,
  sites: readonly OperationNode[],
  isRequired: boolean,
): CredentialScheme | undefined {
  const texts = [
    asObject(root.info).description,
    ...sites.flatMap(({ operation }) => [operation.summary, operation.description]),
  ];
  if (!texts.some((text) => credentialWords.test(asText(text)))) return undefined;
  const created = createParameterScheme("AUTHORIZATION", { in: "header", name: "Authorization" });
  const advice = isRequired ? "" : "; leave this empty if the API takes calls without one";
  const description = `The whole value of the header Authorization, such as Bearer and a token. The document declares no credential${advice}.`;
  return {
    ...created,
    parameter: true,
    variables: created.variables.map((variable) => ({
      ...{ ...variable, description },
      ...(!isRequired && { optional: true as const }),
    })),
  };
}
