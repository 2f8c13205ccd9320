import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { readWholeBody } from "../network/readWholeBody.ts";

/** A registry refused a request or cannot be reached. The message says what failed, on what, and what to do. */
export class RegistryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RegistryError";
  }
}

const errorBody = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().default("") })).min(1) });

/** Reads why a registry refuses a request. `action` is like `read node:24 from docker.io`. */
export async function createRefusal(
  response: IncomingMessage,
  action: string,
  signal: AbortSignal,
): Promise<RegistryError> {
  const { statusCode = 0 } = response;
  const reason = (await readReason(response, signal)) ?? `status ${statusCode}`;
  return new RegistryError(`Cannot ${action}: ${reason}. ${suggest(statusCode, response.headers["retry-after"])}`);
}

/** Texts of a registry are short and on one line here, because they go into messages and logs. */
async function readReason(response: IncomingMessage, signal: AbortSignal): Promise<string | undefined> {
  try {
    const body = await readWholeBody(response, { limit: 64 * 1024, tooLarge: () => new Error("too large"), signal });
    const [first] = errorBody.parse(JSON.parse(body.toString())).errors;
    return first && `${first.code} ${first.message}`.replaceAll(/\s+/g, " ").trim().slice(0, 200).replace(/\.$/, "");
  } catch {
    return undefined;
  }
}

function suggest(status: number, retryAfter: string | undefined): string {
  if (status === 401 || status === 403)
    return 'Check the name, and the credentials: "docker login" saves them, or --registry-auth names their file.';
  if (status === 404) return "Check the name and the tag.";
  if (status === 429) {
    const time = /^\d+$/.test(retryAfter ?? "") ? `in ${retryAfter} seconds` : "later";
    return `The registry limits requests. Try again ${time}, or with credentials.`;
  }
  return status >= 500 ? "Try again later." : "The registry does not support what is needed here.";
}
