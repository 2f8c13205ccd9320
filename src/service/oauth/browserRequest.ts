import type { Context } from "hono";
import type { ServiceContext } from "../context.ts";
import { isPublicRequest } from "../http/entrance.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { createHtmlPageResponse, type HtmlPage, privatePageHeaders } from "./htmlPage.ts";
import { ProviderError } from "./providerError.ts";

/** Excludes HEAD requests, with which browsers and messengers preview a link. */
export const isVisit = (c: Context) => c.req.raw.method === "GET";

/** Excludes pages that another page loads as an image, a frame or with a script: browsers say so, but not all send this header. */
export const isNavigation = (c: Context) => ["document", undefined].includes(c.req.header("Sec-Fetch-Dest"));

export function createRedirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 302, headers: { Location: location, ...privatePageHeaders, ...headers } });
}

/**
 * Redirects a request to the same page at the service's own URL, because the cookie and the redirect URI of a sign-in are valid for
 * one host name only. A proxy may pass on a request with another origin.
 */
export function redirectToOwnUrl(context: Pick<ServiceContext, "baseUrl">, c: Context): Response | undefined {
  const { origin, pathname, search } = new URL(c.req.url);
  const base = context.baseUrl();
  return isPublicRequest(c) || origin === base ? undefined : createRedirect(base + pathname + search);
}

/** What the log and the user get to know of a failure. */
interface FailurePages {
  /** A sentence for the log. */
  readonly consequence: string;
  readonly createFailedPage: (reason: string) => HtmlPage;
  readonly createInternalErrorPage: (requestId: string) => HtmlPage;
}

/** Turns failures, also of the provider, into pages. */
export async function respondOrExplain(
  context: Pick<ServiceContext, "log">,
  c: Context<HttpEnvironment>,
  { consequence, createFailedPage, createInternalErrorPage }: FailurePages,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ProviderError) {
      context.log("warning", `${consequence} ${error.message}`);
      return createHtmlPageResponse(createFailedPage(error.message));
    }
    const id = c.get("requestId");
    context.log("error", `${id} ${consequence} ${error instanceof Error ? error.stack : error}`);
    return createHtmlPageResponse(createInternalErrorPage(id));
  }
}
