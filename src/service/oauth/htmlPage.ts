import { createHash } from "node:crypto";

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
export const privatePageHeaders = {
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
