import type { IncomingHttpHeaders } from "node:http";
import fc from "fast-check";
import type { ClientContext } from "../../../../src/client/clientContext.ts";
import { ServiceUrlError } from "../../../../src/client/clientContext.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { createServiceError } from "../../../../src/client/createServiceError.ts";
import { ApiError, UnexpectedAnswerError } from "../../../../src/client/errors.ts";
import { readEventStream } from "../../../../src/client/events/readEventStream.ts";
import { decideRedirect } from "../../../../src/client/followRedirects.ts";
import { ProxySettingError, selectProxy } from "../../../../src/client/network/proxy.ts";
import { parseResponse, parseResponseJson } from "../../../../src/client/parseResponse.ts";
import { createRetryAfterGate, parseRetryAfter } from "../../../../src/client/retryAfterGate.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { takeApart } from "../../../../src/dialect/send/streamText.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const project = {
  ...{ id: "prj_1", createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", etag: "1" },
  ...{ organizationId: "org_1", name: "One", slug: "one", description: "", serverCount: 1, skillCount: 0 },
};
const event = {
  ...{ deploymentId: "dep_1", sequence: 1, at: "2026-01-01T00:00:00Z", level: "info", kind: "log", message: "Up" },
  data: { pid: 1 },
};
const problem = {
  type: "about:blank",
  title: "No",
  status: 400,
  detail: "Because",
  code: "x",
  errors: [{ path: "a", message: "b" }],
};
const circumstances = { operation: "project.get", host: "team.example" } as const;
const headers: IncomingHttpHeaders = {};
const base = new URL("https://team.example/fairlead");

const bodies = fc.oneof(
  textsLike(
    JSON.stringify(project),
    JSON.stringify(problem),
    "<!doctype html><title>Sign in</title>",
    "upstream connect error",
  ),
  jsonLike(project, problem, { error: "invalid_client", error_description: "no" }).map(
    (value) => JSON.stringify(value) ?? "",
  ),
);
const times = textsLike("120", "1.5", "Wed, 21 Oct 2026 07:28:00 GMT", "Wednesday, 21-Oct-26 07:28:00 GMT");
const streams = textsLike(
  `id: 1\nevent: log\ndata: ${JSON.stringify(event)}\n\n: heartbeat\n\n`,
  `${JSON.stringify(event)}\n${JSON.stringify(event)}\n`,
);
const chunks = fc.tuple(streams, fc.integer({ min: 1, max: 50 }));

function* cut(text: string, size: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  const step = Math.max(size, bytes.length / 100);
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

/** Reads a stream with the client's code, for any content. */
async function followed(text: string, size: number): Promise<void> {
  const clock = createTestClock();
  const context: ClientContext = {
    ...{ base, key: async () => "flk_key", organizationId: () => undefined, random: () => 0, log: () => {} },
    clock,
    renewKey: async () => undefined,
    close: async () => {},
    onUnauthorized: () => {},
    onReachability: () => {},
    retryAfterGate: createRetryAfterGate(clock),
    transport: {
      send: async (_, { stream }) => {
        const take = stream?.accept(200, { "content-type": "text/event-stream" });
        for (const piece of cut(text, size)) void take?.(piece);
        return { status: 200, headers, text: "" };
      },
      close: async () => {},
    },
  };
  for await (const one of readEventStream(context, { id: "dep_1", after: 0 }, new AbortController().signal, () => {})) {
    assertHolds(Number.isInteger(one.sequence), () => `${JSON.stringify(one)} was taken for an event.`);
  }
}

export const answerLaws = [
  createTotalLaw(
    "a response is parsed",
    bodies,
    (text) => parseResponse(circumstances, { status: 200, headers, text }, operationTable["project.get"].output),
    [UnexpectedAnswerError],
  ),
  createTotalLaw(
    "a response's JSON is parsed",
    bodies,
    (text) => parseResponseJson(circumstances, { status: 200, headers, text }, true),
    [UnexpectedAnswerError],
  ),
  createLaw(
    "an error response with any body is described",
    fc.tuple(bodies, fc.integer({ min: 300, max: 599 }), fc.option(fc.double({ min: 0, noNaN: true }))),
    (given) => {
      const error = createServiceError(circumstances, {
        status: given[1],
        text: given[0],
        retryAfterMs: given[2] ?? undefined,
      });
      assertHolds(
        error instanceof ApiError && error.message.length < 20_000,
        () => `${error.message.length} characters`,
      );
    },
  ),
  createLaw("Retry-After yields a wait or nothing", fc.tuple(times, times), ([value, date]) => {
    const ms = parseRetryAfter({ "retry-after": value, date }, Date.UTC(2026, 0, 1));
    assertHolds(ms === undefined || ms >= 0, () => `${ms} ms`);
  }),
  createTotalLaw(
    "a redirect is parsed",
    textsLike("/elsewhere", "https://other.example/x?key=1", "//other.example"),
    (location) => {
      const request = { method: "GET", url: base, headers: {}, body: undefined } as const;
      const redirect = decideRedirect(request, { status: 307, headers: { location }, text: "" });
      assertHolds(
        redirect.kind !== "follow" || redirect.request.url.origin === base.origin,
        () => "It leaves its origin.",
      );
    },
  ),
  createTotalLaw("a stream of events is followed", chunks, ([text, size]) => followed(text, size), [
    UnexpectedAnswerError,
  ]),
  createTotalLaw(
    "another service's stream is split into events",
    fc.tuple(chunks, fc.constantFrom("text/event-stream", "application/x-ndjson")),
    ([[text, size], type]) => {
      const apart = takeApart(type, () => {});
      for (const piece of cut(text, size)) apart.chunk(piece);
      apart.end();
    },
  ),
  createTotalLaw(
    "proxy settings are parsed",
    fc.tuple(
      textsLike("http://user:pass@proxy.example:8080", "socks5://p"),
      textsLike("*.example,10.0.0.0/8,[::1]:80", "fe80::/10"),
    ),
    ([proxy, noProxy]) =>
      selectProxy(base, { proxy, noProxy: noProxy.split(",") }, { no_proxy: noProxy, HTTPS_PROXY: proxy }),
    [ProxySettingError],
  ),
  createTotalLaw(
    "the URL of a service is parsed",
    textsLike("https://team.example/api", "http://127.0.0.1:8080"),
    (baseUrl) => createServiceClient({ baseUrl, key: async () => undefined }).close(),
    [ServiceUrlError],
  ),
];
