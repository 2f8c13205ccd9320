import * as z from "zod";
import { isLoopbackHostname } from "../../text/hosts/isLoopbackHostname.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { RefusedAddressError, sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { ClientMetadataError, type OauthClient, readClientMetadata } from "./oauthClient.ts";

/** The document could not be fetched: this machine may have no network. */
export class UnreachableDocumentError extends ClientMetadataError {
  constructor(host: string) {
    super("invalid_client_metadata", `The client's document at ${host} could not be read.`);
    this.name = "UnreachableDocumentError";
  }
}

const limits = { bytes: 10_000, timeoutMs: 5000, urlLength: 500 } as const;
const documentSchema = z.looseObject({ client_id: z.string() });

/** Whether a client's id is the URL of its metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  return /^https?:\/\//.test(clientId);
}

/**
 * Reads a client ID metadata document. Nothing inside the network is reached, and no redirect is followed. Only a local service, whose
 * user develops the client, reads one from this machine.
 */
export async function fetchClientDocument(
  clientId: string,
  isLocal: boolean,
  signal: AbortSignal,
): Promise<OauthClient> {
  const url = readDocumentUrl(clientId, isLocal);
  const document = tryParseJson(await fetchText(url, isLocal, signal));
  if (documentSchema.safeParse(document).data?.client_id !== clientId)
    throw createError(`The document at ${url.host} does not describe this client: its client_id differs.`);
  const { authenticationMethod = "none", ...metadata } = readClientMetadata(document);
  if (authenticationMethod !== "none")
    throw createError(`The client must be public: token_endpoint_auth_method is ${authenticationMethod.slice(0, 40)}.`);
  return { id: clientId, host: url.host, ...metadata };
}

function readDocumentUrl(clientId: string, isLocal: boolean): URL {
  const url = clientId.length <= limits.urlLength ? URL.parse(clientId) : null;
  const isSafe = url?.protocol === "https:" || (isLocal && url !== null && isLoopbackHostname(url.hostname));
  const isPlain = url?.username === "" && url.password === "" && !clientId.includes("#") && url.pathname !== "/";
  // A normalized URL differs where a path has dot segments.
  if (!url || !isSafe || !isPlain || url.href !== clientId)
    throw createError("A client's id that is a URL must be https, with a path, and without a fragment or a password.");
  return url;
}

async function fetchText(url: URL, isLocal: boolean, signal: AbortSignal): Promise<string> {
  const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  const isOwnMachine = isLocal && isLoopbackHostname(url.hostname);
  try {
    const { response } = await sendGuardedRequest({
      url,
      method: "GET",
      from: isOwnMachine ? "loopback" : "public",
      signal: stopSignal,
      headers: { Accept: "application/json", "Accept-Encoding": "identity", "User-Agent": "fairlead" },
    });
    const { statusCode, headers } = response;
    if (statusCode !== 200 || !/^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "")) {
      response.destroy();
      throw createError(`${url.host} did not answer with the client's document: status ${statusCode}.`);
    }
    const tooLarge = () => createError(`The client's document at ${url.host} has more than ${limits.bytes} bytes.`);
    return (await readWholeBody(response, { limit: limits.bytes, tooLarge, signal: stopSignal })).toString("utf8");
  } catch (error) {
    if (error instanceof ClientMetadataError) throw error;
    throw error instanceof RefusedAddressError ? createError(error.message) : new UnreachableDocumentError(url.host);
  }
}

const createError = (message: string) => new ClientMetadataError("invalid_client_metadata", message);
