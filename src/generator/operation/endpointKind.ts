import type { EndpointKind } from "../../contract/mcp/endpointKind.ts";
import type { OperationModel } from "./operationModel.ts";
import { splitName } from "./operationVerbs.ts";

/** What an operation is, if no program calls it to get an answer; undefined for all others. */
export function findEndpointKind(
  model: OperationModel,
  isOauthEndpoint: (path: string) => boolean,
): EndpointKind | undefined {
  if (isWebSocket(model)) return "webSocket";
  if (isSignInCallback(model)) return "signInCallback";
  if (isOauthEndpoint(model.path)) return "oauthEndpoint";
  return isEventStream(model) ? "eventStream" : undefined;
}

function isWebSocket({ method, path, operationId, summary, ...model }: OperationModel): boolean {
  const { parameters, switchesProtocol } = model;
  if (switchesProtocol || parameters.some((one) => one.in === "header" && /^sec-websocket-/i.test(one.name)))
    return true;
  if (method !== "GET") return false;
  // `/ws/2/artist` is of a web service.
  return (
    /^wss?$/i.test(readEnd(path)) ||
    /web[-_]?socket/i.test(`${path} ${operationId}`) ||
    /^web[-_ ]?socket\b/i.test(summary)
  );
}

/** The last segment of a path that is no parameter. */
const readEnd = (path: string) => path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? "";

const signInWord = /^(auth|oauth2?|openid|oidc|sso|saml2?|login|signin|authorize|authorization|authentication)$/;

/** The page of a sign-in sends the browser to it, with a code that is valid once. */
function isSignInCallback({ method, path, operationId, parameters }: OperationModel): boolean {
  if (method !== "GET" && method !== "POST") return false;
  const names = new Set(parameters.flatMap((one) => (one.in === "query" ? [one.name.toLowerCase()] : [])));
  const takesCode = names.has("code") && names.has("state");
  if (!takesCode && !/callback/i.test(`${path} ${operationId}`)) return false;
  const text = `${path} ${operationId}`.replaceAll(/sign[-_ ]?in|log[-_ ]?in/gi, " signin ");
  const words = splitName(text.replaceAll(/(oauth2?|oidc|saml2?|sso|signin)(callback)/gi, "$1 $2"));
  return words.some((word) => signInWord.test(word)) && (takesCode || words.includes("callback"));
}

/** An operation that also answers with something else can be called for that. */
function isEventStream({ responses }: OperationModel): boolean {
  return responses.length > 0 && responses.every(({ type }) => /^text\/event-stream\b/i.test(type));
}
