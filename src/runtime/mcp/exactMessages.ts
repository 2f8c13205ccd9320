import { toPlainNumbersExceptAt } from "../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";

/** The same limit as the service's gateway. Bodies contain files as base64. */
export const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * Parses the body in place of the handler, because the handler would change numbers of a tool's arguments. Returns nothing for a body
 * that the handler has to refuse. The copy costs nothing more: the handler makes one of each body that it parses itself.
 */
export async function parseRequestBody(request: Request): Promise<{ readonly parsedBody?: unknown }> {
  if (request.method !== "POST" || Number(request.headers.get("Content-Length")) > maxRequestBodySize) return {};
  const text = await readText(request.clone());
  const parsedBody = text === undefined ? undefined : tryParseMessages(text);
  return parsedBody === undefined ? {} : { parsedBody };
}

/** Reads messages with the numbers of a tool's arguments as they were written. Returns `undefined` if the text is not JSON. */
export function tryParseMessages(text: string): unknown {
  const message = tryParseExactJson(text);
  return Array.isArray(message) ? message.map(toRpcMessage) : toRpcMessage(message);
}

/** Only arguments may have any number; the handler checks the others. */
const toRpcMessage = (message: unknown) => toPlainNumbersExceptAt(message, ["params", "arguments"]);

/** Returns undefined for a body that is too large or that cannot be read. */
async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxRequestBodySize) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
  } catch {
    return undefined;
  }
  return text + decoder.decode();
}
