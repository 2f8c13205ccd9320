import type { IncomingMessage } from "node:http";
import { type AddressZone, isCloserZone } from "../network/addressZone.ts";
import { RefusedAddressError, sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";

const limits = { bytes: 1024 * 1024, timeoutMs: 15_000 } as const;

interface Order {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | string | null | undefined;
}

/** Requests to a provider: how far inside they may lead, and how far the answers so far came from. */
export interface ProviderFetch {
  readonly fetch: (url: string, order: Order) => Promise<Response>;
  /** Of the address that answered last. */
  zone(): AddressZone | undefined;
}

/**
 * What is sent to a provider, within limits of time and size. `from` is where its addresses were found: a document from the internet,
 * or metadata, must not lead into a private network. Over the internet it is https only, as secrets are on their way.
 */
export function createProviderFetch(from: AddressZone | undefined, signal: AbortSignal): ProviderFetch {
  let answered: AddressZone | undefined;
  const fetch = async (address: string, { method, headers, body }: Order): Promise<Response> => {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(limits.timeoutMs);
    const ended = AbortSignal.any([signal, timeout]);
    try {
      const { response, zone } = await sendGuardedRequest({
        ...{ url, method, from, signal: ended },
        headers: { ...headers, "User-Agent": "fairlead", "Accept-Encoding": "identity" },
        ...(body && { body: body.toString() }),
        check: (found) => {
          if (found !== "public" || url.protocol === "https:") return;
          throw new RefusedAddressError(
            `${url.host} is not asked over http, where everybody on the way could read it.`,
          );
        },
      });
      answered = zone;
      return await readResponse(response, url, ended);
    } catch (error) {
      if (timeout.aborted && !signal.aborted)
        throw new Error(`${url.host} did not answer within ${limits.timeoutMs / 1000} s`, { cause: error });
      throw error;
    }
  };
  return { fetch, zone: () => answered };
}

/** The one of two that is further outside: what was found on the way there may lead no further inside. */
export function getOutermostZone(
  one: AddressZone | undefined,
  other: AddressZone | undefined,
): AddressZone | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isCloserZone(one, other) ? one : other;
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
