import { createServer, type ServerResponse } from "node:http";

interface RedirectPage {
  readonly language: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Listens on a free port of the loopback address until the browser returns with this state, and then shows the page (RFC 8252,
 * section 7.3).
 */
export async function startRedirectServer(state: string, page: RedirectPage) {
  const returned = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const parameters = URL.parse(request.url ?? "/", "http://127.0.0.1")?.searchParams;
    if (request.method !== "GET" || parameters?.get("state") !== state) return response.writeHead(404).end();
    showPage(response, page);
    returned.resolve(parameters);
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The redirect server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    returned: returned.promise,
    /** The page that is being shown is still sent. */
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function showPage(response: ServerResponse, { language, title, text }: RedirectPage): void {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    Connection: "close",
  });
  response.end(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} - Fairlead</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;padding:2rem 1rem;max-width:38rem}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`);
}
