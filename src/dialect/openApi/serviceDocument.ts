import type { ClientContext } from "../../client/clientContext.ts";
import { startDeadline } from "../../client/clock.ts";
import { decideRedirect } from "../../client/followRedirects.ts";
import type { HttpResponse } from "../../client/network/httpDispatchHandler.ts";
import { buildServiceUrl } from "../../client/prepareCall.ts";
import { redactSecretTexts } from "../../client/redaction.ts";
import type { HttpRequest } from "../../client/transport.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { isRecord } from "../../text/record.ts";
import { jsonOf } from "../send/parseJson.ts";
import { credentialHeaders, furtherHeaders } from "../send/send.ts";
import { learnDocument } from "./documentedOperation.ts";
import { readOpenApi } from "./openApi.ts";

const places = [
  "openapi.json",
  "api/openapi.json",
  "api/v1/openapi.json",
  "swagger.json",
  "v3/api-docs",
  "swagger/v1/swagger.json",
  "api-json",
] as const;

const most = { requests: 8, bytes: 5 * 2 ** 20, ms: 15_000, msEach: 5000 } as const;

/** What a service's OpenAPI document says, added to what is known. It is looked for once, where such documents usually are. */
export async function learnServiceDocument(
  context: ClientContext,
  profile: DialectProfile,
  signal: AbortSignal,
): Promise<DialectProfile> {
  const get = createBoundedGet(context, signal);
  const common = { accept: "application/json", ...furtherHeaders(profile) };
  for (const place of places) {
    const request = { method: "GET", url: buildServiceUrl(context.base, `/${place}`), body: undefined } as const;
    let answer = await get({ ...request, headers: common });
    // A service that refuses a request before it looks at the path refuses it everywhere.
    const isClosed = answer !== undefined && [400, 401, 403, 406].includes(answer.status);
    const key = isClosed ? await context.key({ operation: "me.get", signal }) : undefined;
    const secrets = key === undefined ? {} : credentialHeaders(profile, key);
    if (key !== undefined) answer = await get({ ...request, headers: { ...common, ...secrets } });
    const json =
      answer?.status === 200 ? jsonOf(redactSecretTexts(answer.text, Object.values(secrets).map(bare))) : null;
    const document = isRecord(json) ? readOpenApi(json) : undefined;
    if (document) return learnDocument(profile, document, context.base);
    if (isClosed) return profile;
  }
  return profile;
}

/** Answers that come in time and within all that may be asked; redirects count. */
function createBoundedGet({ clock, transport, log }: ClientContext, signal: AbortSignal) {
  const leftMs = startDeadline(clock, most.ms);
  let left: number = most.requests;
  const get = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const started = clock.now();
    const deadlineMs = Math.min(most.msEach, leftMs());
    if (left <= 0 || deadlineMs <= 0) return undefined;
    left -= 1;
    // A place where nothing answers says nothing of the next one.
    const answer = await transport.send(request, { signal, deadlineMs, maxBytes: most.bytes }).catch(() => undefined);
    signal.throwIfAborted();
    const { method, url } = request;
    const status = answer && { status: answer.status };
    log({ operation: "me.get", method, path: url.pathname, ms: clock.now() - started, attempt: 1, ...status });
    const redirect = answer && decideRedirect(request, answer);
    if (redirect?.kind === "follow") return get(redirect.request);
    return redirect?.kind === "refuse" ? undefined : answer;
  };
  return get;
}

/** A key without the scheme before it. */
const bare = (credential: string) => credential.slice(credential.lastIndexOf(" ") + 1);
