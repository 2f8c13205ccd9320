import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import * as z from "zod";
import { launchBrowser } from "../../host/browser.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { startAttackedService } from "./refusedCallers/attackedService.ts";

/** Disables Chromium's own protection of this machine, so that only the service's protection counts. */
const unguarded =
  "--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,PrivateNetworkAccessSendPreflights,BlockInsecurePrivateNetworkRequests";

/** The attacking page knows the addresses and inputs but no key. */
interface PageTarget {
  readonly name: string;
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;
}

/** The part of a response that a page could read; empty if it cannot detect a response. */
const attacked = z.object({
  tries: z.number(),
  read: z.array(z.object({ name: z.string(), way: z.string(), status: z.number(), text: z.string() })),
});
type Attacked = z.output<typeof attacked>;

const evil = "attacker.example";

export const hostilePages: Measure = {
  id: "S1",
  goal: "pages in a real browser (DNS rebinding, CSRF, WebSocket, EventSource, elements): no effect, nothing to read",
  needs: "editor",
  measure: async () => {
    const service = await startAttackedService();
    const browser = await launchBrowser([
      `--host-resolver-rules=MAP *.${evil} 127.0.0.1,MAP ${evil} 127.0.0.1`,
      unguarded,
    ]);
    const arrivals = watchArrivals(service.ports);
    try {
      return await judged(browser, service, arrivals);
    } finally {
      arrivals.stop();
      await browser.close();
      await service.close();
    }
  },
};

async function judged(
  browser: Browser,
  service: Awaited<ReturnType<typeof startAttackedService>>,
  arrivals: ReturnType<typeof watchArrivals>,
): Promise<MeasureResult> {
  const before = service.state();
  const targets = service.targets.map(({ name, url, method, body }) => ({ name, url, method, body }));
  const elsewhere = await attack(browser, `http://pages.${evil}:1/`, targets, (url) => url);
  const readElsewhere = elsewhere.read;
  // The page comes from the attacker's server. The name then resolves to this machine, so the page has the origin that it requests.
  const rebound: Attacked = { tries: 0, read: [] };
  for (const port of service.ports) {
    const own = targets.filter(({ url }) => new URL(url).port === String(port));
    const moved = (url: string) => url.replace(/^http:\/\/[^/]+/, `http://${evil}:${port}`);
    const got = await attack(browser, `http://${evil}:${port}/`, own, moved);
    rebound.tries += got.tries;
    rebound.read.push(...got.read);
  }
  const effects = service.state() === before ? 0 : 1;
  // A page of the same origin may read the rejection, and nothing else.
  const readRebound = rebound.read.filter(({ text }) => !refusal.test(text));
  const letIn = arrivals.answered();
  const bytes = [...readElsewhere, ...readRebound].reduce((sum, { text }) => sum + text.length, 0);
  const findings = [
    ...[...readElsewhere, ...readRebound].map(({ name, way, status, text }) => `${name} by ${way}: ${status} ${text}`),
    ...letIn.map((line) => `answered: ${line}`),
    ...(effects > 0 ? ["Something was changed."] : []),
    ...(arrivals.count() < elsewhere.tries / 4 ? [`Only ${arrivals.count()} requests arrived.`] : []),
  ];
  const tries = elsewhere.tries + rebound.tries;
  const figure = `${tries} attempts (${rebound.tries} rebound) at ${targets.length} endpoints, ${arrivals.count()} requests arrived: ${effects} effects, ${bytes} bytes read, ${letIn.length} answered`;
  return { figure, met: findings.length === 0, findings };
}

const refusal = /accepts requests to http:\/\/127\.0\.0\.1:\d+ only|Only the service on this machine|Invalid Host/;

async function attack(
  browser: Browser,
  page: string,
  targets: readonly PageTarget[],
  address: (url: string) => string,
): Promise<Attacked> {
  const context = await browser.newContext();
  try {
    const opened = await context.newPage();
    // The attacker's server serves only the first load.
    await opened.route(
      page,
      (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><body></body>" }),
      { times: 1 },
    );
    await opened.goto(page);
    const moved = targets.map((target) => ({ ...target, url: address(target.url) }));
    await opened.addScriptTag({ path: join(import.meta.dirname, "hostilePages/attack.js") });
    return attacked.parse(await opened.evaluate(`attackFromPage(${JSON.stringify(moved)})`));
  } finally {
    await context.close();
  }
}

/** Counts the requests that reach the ports and those that are accepted. */
function watchArrivals(ports: readonly number[]) {
  let count = 0;
  const answered: string[] = [];
  const ours = (message: unknown) => {
    const { request, response } = Object(message);
    if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return undefined;
    return ports.includes(request.socket.localPort ?? 0) ? { request, response } : undefined;
  };
  const started = (message: unknown) => {
    if (ours(message)) count += 1;
  };
  const finished = (message: unknown) => {
    const found = ours(message);
    if (!found || found.response.statusCode >= 300) return;
    const { method, url, headers } = found.request;
    answered.push(
      `${method} ${url} of ${headers.origin ?? "no origin"}, Host ${headers.host}: ${found.response.statusCode}`,
    );
  };
  subscribe("http.server.request.start", started);
  subscribe("http.server.response.finish", finished);
  return {
    count: () => count,
    answered: () => answered,
    stop: () => {
      unsubscribe("http.server.request.start", started);
      unsubscribe("http.server.response.finish", finished);
    },
  };
}
