import * as z from "zod";
import { isTokenUrl } from "../../../contract/dialectProfile.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";

/** The metadata of an authorization server (RFC 8414) or of an OpenID provider. */
const metadataSchema = z.object({ token_endpoint: z.string().refine(isTokenUrl) });

const documents = ["oauth-authorization-server", "openid-configuration"] as const;
const longestMs = 5000;

/** Looks for the address of the token endpoint that the origin of a service publishes. Sends no key. */
export async function findTokenEndpoint(
  fetchText: (url: string, signal: AbortSignal) => Promise<string>,
  baseUrl: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  for (const name of documents) {
    // An origin without the document has nothing to propose.
    const text = await fetchText(new URL(`/.well-known/${name}`, baseUrl).href, limit).catch(() => "");
    const metadata = metadataSchema.safeParse(tryParseJson(text)).data;
    if (metadata) return metadata.token_endpoint;
  }
  return undefined;
}
