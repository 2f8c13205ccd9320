import type { ClientContext } from "../../client/clientContext.ts";
import type { ContactHints } from "../../client/profileStore.ts";
import type { HttpTransport } from "../../client/transport.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import { createDocumentSearch, type DocumentSearch } from "../openApi/documentSearch.ts";
import { learnDocument } from "../openApi/learnDocument.ts";
import { readOpenApi } from "../openApi/openApi.ts";
import { readSecurity } from "../openApi/openApiSecurity.ts";
import { furtherHeaders } from "../send/send.ts";

interface Opening {
  readonly context: ClientContext;
  readonly profile: DialectProfile;
  readonly signal: AbortSignal;
  readonly hints?: ContactHints | undefined;
}

/** The OpenAPI document that the user gave, or a search for it at the service. */
export function openDocument({ context, profile, signal, hints }: Opening): DocumentSearch {
  const document = hints?.document && readOpenApi(hints.document.root);
  if (!hints?.document || !document)
    return createDocumentSearch({ ...context, transport: addHeaders(context.transport, profile) }, signal);
  const { address } = hints.document;
  return {
    security: async () => readSecurity(document, URL.parse(address) ?? context.base),
    learn: async (known) => learnDocument({ ...known, document: address }, document, context.base),
  };
}

/** A document, too, may be refused without the headers that every request needs. */
function addHeaders(transport: HttpTransport, profile: DialectProfile): HttpTransport {
  const headers = furtherHeaders(profile);
  return {
    ...transport,
    send: (request, limits) => transport.send({ ...request, headers: { ...headers, ...request.headers } }, limits),
  };
}
