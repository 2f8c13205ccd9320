import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { ServiceContext } from "../context.ts";
import { isPublicRequest } from "../http/entrance.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { ProviderError } from "./providerError.ts";

/** A page for the user: what happened and what to do. All content is text. */
export interface HtmlPage {
  readonly status: 200 | 400 | 403 | 404 | 409 | 429 | 500 | 502;
  readonly title: string;
  readonly lines: readonly string[];
  /** A short text that the user must see, such as a number to compare. */
  readonly emphasis?: string;
  /** What the browser loads next by itself. */
  readonly refreshUrl?: string;
  /** The next step, if there is one. */
  readonly link?: { readonly label: string; readonly url: string };
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}
main{max-width:38rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}
a{display:inline-block;padding:.5rem 1.25rem;border-radius:.25rem;background:#0b61b0;color:#fff;text-decoration:none}
strong{font-size:2.5rem;letter-spacing:.15em}
a:focus-visible{outline:.2rem solid;outline-offset:.15rem}`;

let contentSecurityPolicy: string | undefined;

/** The page loads and runs nothing. The policy allows its one style by hash. */
export function createHtmlPageResponse(
  { status, title, lines, emphasis, refreshUrl, link }: HtmlPage,
  headers: Readonly<Record<string, string>> = {},
): Response {
  contentSecurityPolicy ??= `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`);
  if (emphasis !== undefined) paragraphs.unshift(`<p><strong>${escapeHtml(emphasis)}</strong></p>`);
  const refresh =
    refreshUrl === undefined ? "" : `<meta http-equiv="refresh" content="1;url=${escapeHtml(refreshUrl)}">`;
  if (link) paragraphs.push(`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`);
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${escapeHtml(title)} - Fairlead</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${paragraphs.join("\n")}</main></body>
</html>
`;
  return new Response(text, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy,
      ...privatePageHeaders,
      ...headers,
    },
  });
}

/** Headers of every response of these pages. They prevent other sites from seeing the ticket and the code in the URL. */
const privatePageHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
} as const;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

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
