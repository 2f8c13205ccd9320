import type { IncomingMessage } from "node:http";
import type { AddressZone } from "../network/addressZone.ts";
import { DownloadError, openDownload, RefusedAddressError } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { UnusableSourceError } from "./generatedVersion.ts";

const fetchLimits = { bytes: 32 * 1024 * 1024, timeoutMs: 30_000 } as const;

const headers = {
  Accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
  "Accept-Encoding": "identity",
};

/**
 * Fetches a document from the user's URL. Link-local addresses (metadata services) are refused, and so is what is further inside the
 * network than `from`, where users are; `undefined` is this machine. The request connects to the address that was checked. It sends
 * and stores no credentials.
 */
export async function fetchDocument(url: string, from: AddressZone | undefined, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(fetchLimits.timeoutMs);
  const stopSignal = AbortSignal.any([signal, timeout]);
  try {
    return await readText(await openDownload(new URL(url), { headers, from, signal: stopSignal }), stopSignal);
  } catch (error) {
    if (signal.aborted || error instanceof UnusableSourceError) throw error;
    if (error instanceof RefusedAddressError || error instanceof DownloadError)
      throw new UnusableSourceError(error.message, [], error);
    const seconds = fetchLimits.timeoutMs / 1000;
    const reason = timeout.aborted
      ? `no response within ${seconds} s`
      : String(error instanceof Error ? error.message : error);
    throw new UnusableSourceError(`${url} could not be fetched: ${reason}.`, [], error);
  }
}

async function readText(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const limit = fetchLimits.bytes;
  const tooLarge = () => new UnusableSourceError(`The document has more than ${limit} bytes.`);
  const bytes = await readWholeBody(response, { limit, tooLarge, signal });
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}
