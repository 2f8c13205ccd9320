import { asObject, asText } from "../document/jsonValues.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { followObjectReference, isMissingNode } from "../document/references.ts";
import { listDeclaredSchemes } from "./securitySchemes.ts";

const urlNames = ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"];
/** No scheme names these, which a server has beside its token endpoint (RFC 7009, RFC 7662). */
const namesBeside = ["revoke", "revocation", "introspect", "introspection"];

/**
 * Returns a function that says whether a path is an endpoint of the OAuth server that the document's schemes name: it ends such a URL,
 * because the API's own address may have the segments before it.
 */
export function createOauthEndpointFinder(document: OpenapiDocument): (path: string) => boolean {
  const named = Object.values(listDeclaredSchemes(document)).flatMap((value) => {
    const scheme = followObjectReference(document.root, { value, pointer: "" });
    if (isMissingNode(scheme)) return [];
    const flows = [scheme.value, ...Object.values(asObject(scheme.value.flows)).map(asObject)];
    return flows.flatMap((flow) => urlNames.flatMap((name) => readPath(asText(flow[name]).trim())));
  });
  const beside = named.flatMap((path) => namesBeside.map((name) => path.replace(/[^/]*$/, name)));
  const endpoints = [...named, ...beside];
  if (endpoints.length === 0) return () => false;
  return (path) => readPath(path).some((one) => endpoints.some((endpoint) => endpoint.endsWith(one)));
}

/** The path of a URL, which begins with a slash and ends without one; none for that of a host. */
function readPath(text: string): string[] {
  const path = URL.parse(text, "http://host/")?.pathname.replace(/\/+$/, "") ?? "";
  return path === "" ? [] : [path];
}
