import type { EndpointKind } from "../../contract/mcp/endpointKind.ts";
import type { OperationModel } from "./operationModel.ts";
import { toSnakeCase } from "./toolNames.ts";

/** What an operation is, if no program calls it to get an answer; undefined for all others. */
export function findEndpointKind(model: OperationModel): EndpointKind | undefined {
  if (isWebSocket(model)) return "webSocket";
  if (isSignInCallback(model)) return "signInCallback";
  return isEventStream(model) ? "eventStream" : undefined;
}

function isWebSocket({ method, path, operationId, parameters, switchesProtocol }: OperationModel): boolean {
  if (switchesProtocol || parameters.some((one) => one.in === "header" && /^sec-websocket-/i.test(one.name)))
    return true;
  const words = [...readWords(path), ...readWords(operationId)];
  return method === "GET" && words.some((word) => /^(ws|wss|websocket)$/.test(word));
}

/** `web_socket` and `WebSocket` are one word. */
const readWords = (text: string) => toSnakeCase(text).replaceAll("web_socket", "websocket").split("_");

const signInWord = /^(auth|oauth2?|openid|oidc|sso|saml2?|login|signin|authorize|authorization|authentication)$/;

/** The page of a sign-in sends the browser to it, with a code that is valid once. */
function isSignInCallback({ path, operationId, parameters }: OperationModel): boolean {
  const text = `${path} ${operationId}`.replaceAll(/sign[-_ ]?in|log[-_ ]?in/gi, " signin ");
  const words = readWords(text.replaceAll(/(oauth2?|oidc|saml2?|sso|signin)(callback)/gi, "$1 $2"));
  if (!words.some((word) => signInWord.test(word))) return false;
  const names = new Set(parameters.flatMap((one) => (one.in === "query" ? [one.name.toLowerCase()] : [])));
  return words.includes("callback") || (names.has("code") && names.has("state"));
}

/** An operation that also answers with something else can be called for that. */
function isEventStream({ responses }: OperationModel): boolean {
  return responses.length > 0 && responses.every(({ type }) => /^text\/event-stream\b/i.test(type));
}
