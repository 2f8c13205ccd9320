import type { ClientContext } from "../../client/clientContext.ts";
import { startDeadline } from "../../client/clock.ts";
import { decideRedirect } from "../../client/followRedirects.ts";
import type { HttpResponse } from "../../client/network/httpDispatchHandler.ts";
import { buildServiceUrl } from "../../client/prepareCall.ts";
import { redactSecretTexts } from "../../client/redaction.ts";
import type { HttpRequest } from "../../client/transport.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { isRecord } from "../../text/record.ts";
import { credentialHeaders, jsonOf } from "../send/send.ts";
import { learnDocument } from "./learnDocument.ts";
import { type OpenApi, readOpenApi } from "./openApi.ts";
import { type DocumentedSecurity, noSecurity, readSecurity } from "./openApiSecurity.ts";

/** Looks for a service's OpenAPI document: once, where such documents usually are. */
export interface DocumentSearch {
  /** What the document says of keys. */
  security(profile: DialectProfile): Promise<DocumentedSecurity>;
  /** What the document says, added to what is known. */
  learn(profile: DialectProfile): Promise<DialectProfile>;
}

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

interface Found {
  readonly url: string;
  readonly document: OpenApi;
}

export function createDocumentSearch(context: ClientContext, signal: AbortSignal): DocumentSearch {
  const get = createBoundedGet(context, signal);
  /** Where a document may be for those who have a key. */
  const closed: URL[] = [];
  let search: Promise<Found | undefined> | undefined;

  const readAt = async (url: URL, headers: Readonly<Record<string, string>>): Promise<Found | undefined> => {
    const sent = { accept: "application/json", ...headers };
    const answer = await get({ method: "GET", url, headers: sent, body: undefined });
    if (answer && [400, 401, 403, 406].includes(answer.status)) closed.push(url);
    const said = redactSecretTexts(answer?.text ?? "", Object.values(headers).map(bare));
    const document = answer?.status === 200 ? documentIn(said) : undefined;
    return document && { url: url.href, document };
  };
  const open = async (): Promise<Found | undefined> => {
    for (const place of places) {
      const found = await readAt(buildServiceUrl(context.base, `/${place}`), {});
      // A service that refuses a request before it looks at the path refuses it everywhere.
      if (found || closed.length > 0) return found;
    }
    return undefined;
  };
  const find = (profile: DialectProfile) => {
    if (profile.document !== undefined) return Promise.resolve(undefined);
    search ??= open();
    return search;
  };
  return {
    security: async (profile) => {
      const found = await find(profile);
      return found ? readSecurity(found.document, new URL(found.url)) : noSecurity;
    },
    learn: async (profile) => {
      let found = await find(profile);
      const [place] = closed;
      const key = found || !place ? undefined : await context.key({ operation: "me.get", signal });
      if (place && key !== undefined) found = await readAt(place, credentialHeaders(profile, key));
      if (found) return learnDocument({ ...profile, document: found.url }, found.document, context.base);
      return profile.document === undefined ? { ...profile, document: null } : profile;
    },
  };
}

/** Answers that come in time and within all that may be asked; redirects count. */
function createBoundedGet(context: ClientContext, signal: AbortSignal) {
  const { clock, transport, log } = context;
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

function documentIn(text: string): OpenApi | undefined {
  const json = jsonOf(text);
  return isRecord(json) ? readOpenApi(json) : undefined;
}

/** A key without the scheme before it. */
const bare = (credential: string) => credential.slice(credential.lastIndexOf(" ") + 1);
