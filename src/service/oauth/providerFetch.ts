import type { IncomingMessage } from "node:http";
import { isRecord } from "../../text/record.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { type AddressZone, isCloserZone } from "../network/addressZone.ts";
import { RefusedAddressError, sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";

const limits = { bytes: 1024 * 1024, timeoutMs: 15_000 } as const;

interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | string | null | undefined;
}

/** Sends requests to a provider and records the zone of its addresses. */
export interface ProviderFetch {
  readonly fetch: (url: string, order: ProviderRequest) => Promise<Response>;
  /** The zone of the last address that responded. */
  zone(): AddressZone | undefined;
}

/**
 * Sends requests to a provider within limits of time and size. `from` is the zone that its URLs come from: a document or metadata
 * from the internet must not lead into a private network. Public hosts require https, because the requests contain secrets.
 */
export function createProviderFetch(from: AddressZone | undefined, signal: AbortSignal): ProviderFetch {
  let lastZone: AddressZone | undefined;
  const fetch = async (address: string, { method, headers, body }: ProviderRequest): Promise<Response> => {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const stopSignal = AbortSignal.any([signal, timeout]);
    try {
      const { response, zone } = await sendGuardedRequest({
        url,
        method,
        from,
        signal: stopSignal,
        headers: { ...headers, "User-Agent": "fairlead", "Accept-Encoding": "identity" },
        ...(body && { body: body.toString() }),
        check: (found) => {
          if (found !== "public" || url.protocol === "https:") return;
          throw new RefusedAddressError(
            `${url.host} does not use https, and plain http would reveal the secrets in the request.`,
          );
        },
      });
      lastZone = zone;
      return await readResponse(response, url, stopSignal);
    } catch (error) {
      if (timeout.aborted && !signal.aborted)
        throw new Error(`${url.host} did not respond within ${limits.timeoutMs / 1000} s`, { cause: error });
      throw error;
    }
  };
  return { fetch, zone: () => lastZone };
}

/** The outer one of two zones. URLs that were found through both must not lead further inside than it. */
export function getOutermostZone(
  first: AddressZone | undefined,
  second: AddressZone | undefined,
): AddressZone | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return isCloserZone(first, second) ? first : second;
}

async function readResponse(response: IncomingMessage, url: URL, signal: AbortSignal): Promise<Response> {
  const limit = limits.bytes;
  const tooLarge = () => new Error(`${url.host} answered with more than ${limit} bytes`);
  const bytes = await readWholeBody(response, { limit, tooLarge, signal });
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const status = response.statusCode ?? 502;
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(bytes), { status, headers });
}

/** Removes the id token, whose issuer cannot be checked if the provider published no metadata. */
export async function removeIdToken(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  const body = tryParseJson(text);
  const isWithToken = isRecord(body) && "id_token" in body;
  return new Response(isWithToken ? JSON.stringify({ ...body, id_token: undefined }) : text, { status, headers });
}
