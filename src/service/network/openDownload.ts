import type { IncomingMessage } from "node:http";
import type { AddressZone } from "./addressZone.ts";
import { sendGuardedRequest } from "./guardedRequest.ts";

interface GuardedDownload {
  readonly headers: Readonly<Record<string, string>>;
  /** The zone that the URL came from, or `undefined` if it may lead everywhere. */
  readonly from: AddressZone | undefined;
  /** Runs before each request and may throw. */
  readonly check?: (url: URL, zone: AddressZone) => void;
  readonly signal: AbortSignal;
}

const maxRedirects = 5;

/** The URL did not lead to a successful response; the message has the reason. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";
}

/** Requests a URL and follows redirects, which must not lead from an outer to an inner network. It sends no credentials. */
export async function openDownload(start: URL, options: GuardedDownload): Promise<IncomingMessage> {
  const { headers, check, signal } = options;
  let url = start;
  let { from } = options;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const current = url;
    const { response, zone } = await sendGuardedRequest({
      url,
      method: "GET",
      headers: { ...headers, "User-Agent": "fairlead" },
      from,
      signal,
      check: (found) => check?.(current, found),
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    response.destroy();
    const location = response.headers.location;
    if (status < 300 || status >= 400 || location === undefined)
      throw new DownloadError(`${start} answered ${status}.`);
    url = new URL(location, url);
    from = zone;
    checkUrl(url);
  }
  throw new DownloadError(`${start} redirects more than ${maxRedirects} times.`);
}

function checkUrl(url: URL): void {
  if (!/^https?:$/.test(url.protocol))
    throw new DownloadError(`${url.protocol} URLs cannot be fetched. Use http or https.`);
  if (url.username !== "" || url.password !== "")
    throw new DownloadError("A URL with a password cannot be fetched. Remove the user name and password.");
}
