import type { IncomingMessage } from "node:http";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { SimulatedError } from "./errorResponse.ts";
import { type Fields, isFields } from "./json.ts";

/** A received request. */
export interface SimulatedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: Fields;
}

/** Returns the operation of a request; undefined if the path has none. */
export function findOperation({ method, url }: Pick<SimulatedRequest, "method" | "url">): OperationName | undefined {
  return operationNames.find(
    (name) => operationTable[name].path === url.pathname && operationTable[name].method === method,
  );
}

export async function readSimulatedRequest(request: IncomingMessage, origin: string): Promise<SimulatedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? "/", origin);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? "GET",
    url,
    headers: request.headers,
    body: bodyOf(text, request.headers["content-type"]),
  };
}

function bodyOf(text: string, type = ""): Fields {
  if (text === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const json: unknown = JSON.parse(text);
    if (isFields(json)) return json;
  } catch {
    // The error is thrown below.
  }
  throw new SimulatedError(400, "bad_json", "The body is no JSON object.");
}
