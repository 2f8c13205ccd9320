import type { BodyDefinition, JsonObject, RequestDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { asObject, asText, asTextList, omitMembers } from "../document/jsonValues.ts";
import { isCredentialPurpose } from "./credentialParameters.ts";
import { addAlternatives } from "./findCredentials.ts";
import type { CredentialScheme } from "./securitySchemes.ts";

/**
 * Takes the credential out of a body whose API gets the same one as a parameter elsewhere, as Slack does. The server adds it to the
 * body. Without such a parameter, a `token` may be what the request is about.
 */
export function takeBodyCredential(
  { inputSchema, request }: Pick<ToolDefinition, "inputSchema" | "request">,
  schemes: Map<string, CredentialScheme>,
): Pick<ToolDefinition, "inputSchema"> & Pick<RequestDefinition, "security"> {
  const { body, security } = request;
  const schema = body && asObject(asObject(inputSchema.properties)[body.property]);
  const found = schema && findMember(schema, schemes);
  if (!found) return { inputSchema, security };
  const { name, key, scheme } = found;
  schemes.set(key, scheme);
  const isRequired = asTextList(schema.required).includes(name);
  return {
    inputSchema: replaceBody(inputSchema, body, omitProperty(schema, name)),
    security: addAlternatives(security, [key], isRequired),
  };
}

function findMember({ properties }: JsonObject, schemes: ReadonlyMap<string, CredentialScheme>) {
  for (const { scheme: sent, ...others } of schemes.values()) {
    if (sent.kind !== "apiKey" || !others.parameter || sent.in === "body") continue;
    const { name } = sent;
    if (!isCredentialPurpose(asText(asObject(asObject(properties)[name]).description))) continue;
    const variables = others.variables.map((variable) => ({ ...variable, sentAs: `body ${name}` }));
    const scheme: CredentialScheme = { ...others, variables, scheme: { ...sent, in: "body" } };
    return { name, key: `${name} body`, scheme };
  }
  return undefined;
}

function omitProperty(schema: JsonObject, name: string): JsonObject {
  const required = asTextList(schema.required).filter((one) => one !== name);
  return {
    ...omitMembers(schema, "required"),
    properties: omitMembers(asObject(schema.properties), name),
    ...(required.length > 0 && { required }),
  };
}

const replaceBody = (inputSchema: JsonObject, { property }: BodyDefinition, schema: JsonObject): JsonObject => ({
  ...inputSchema,
  properties: { ...asObject(inputSchema.properties), [property]: schema },
});
