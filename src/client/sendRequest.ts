import type { HttpMethod } from "../contract/operation.ts";
import type { ServiceClientOptions } from "./client.ts";
import { createHttpAgents } from "./network/httpAgents.ts";
import { createHttpTransport } from "./transport.ts";

/** A request that is no operation of the contract. */
export interface PlainRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export interface PlainResponse {
  readonly status: number;
  readonly text: string;
}

export type SendRequest = (request: PlainRequest) => Promise<PlainResponse>;

const maxBytes = 64 * 1024;

/** Sends one request as the client does, by the same proxy and certificates: it retries nothing and follows no redirect. */
export async function sendRequest(
  { method, url, headers = {}, body, deadlineMs, signal }: PlainRequest,
  { network = {}, userAgent }: Pick<ServiceClientOptions, "network" | "userAgent"> = {},
): Promise<PlainResponse> {
  const transport = createHttpTransport(createHttpAgents(network, process.env), userAgent);
  try {
    const { status, text } = await transport.send(
      { method, url: new URL(url), headers, body },
      { signal, deadlineMs, maxBytes },
    );
    return { status, text };
  } finally {
    await transport.close();
  }
}
