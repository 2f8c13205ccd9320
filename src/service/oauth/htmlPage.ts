import { createHash } from "node:crypto";

/** A page for a person: what happened, and what to do. Everything in it is text. */
export interface HtmlPage {
  readonly status: 200 | 400 | 403 | 404 | 409 | 500 | 502;
  readonly title: string;
  readonly lines: readonly string[];
}

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}
main{max-width:38rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}`;

let policy: string | undefined;

/** Nothing is loaded and nothing runs; the one style is named by its hash. */
export function createHtmlPageResponse(
  { status, title, lines }: HtmlPage,
  headers: Readonly<Record<string, string>> = {},
): Response {
  policy ??= `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join("\n");
  const text = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Fairlead</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${paragraphs}</main></body>
</html>
`;
  return new Response(text, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      ...privatePageHeaders,
      ...headers,
    },
  });
}

/** For every answer of these pages: the ticket and the code in their addresses are told to nobody. */
export const privatePageHeaders = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
