import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { type Prism, startPrism } from "./prism.ts";

/** What the mock made of the last request it saw, or `none` where none came. */
export type Verdict =
  | { readonly kind: "accepted"; readonly status: number }
  | { readonly kind: "refused"; readonly reason: string; readonly detail: string }
  | { readonly kind: "none" };

export interface ValidatingMock {
  readonly url: string;
  /** Forgets what came before; call it before each request to be judged. */
  expect(): void;
  verdict(): Verdict;
  close(): Promise<void>;
}

/**
 * Prism (`@stoplight/prism-cli`, version in package.json) as a mock upstream that validates each request against the
 * document. A small recorder stands before it, because what reaches a client through a tool no longer shows who refused.
 */
export async function startValidatingMock(document: object): Promise<ValidatingMock> {
  const prism = await startPrism(document);
  let last: Verdict = { kind: "none" };
  const crash = onPrismCrash();
  const recorder = createServer((request, response) => {
    forward(request, response, prism, crash.signal()).then(
      (verdict) => {
        last = verdict;
      },
      (error: unknown) => {
        last = { kind: "refused", reason: "BROKEN", detail: String(error) };
        if (!response.headersSent) response.writeHead(502);
        response.end();
      },
    );
  });
  await new Promise<void>((listening) => recorder.listen(0, "127.0.0.1", listening));
  const { port } = recorder.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    expect: () => {
      last = { kind: "none" };
    },
    verdict: () => last,
    close: async () => {
      crash.dispose();
      recorder.closeAllConnections();
      await new Promise((closed) => recorder.close(closed));
      await prism.close();
    },
  };
}

/** Prism throws outside of any request on some parameters; the request it was busy with is then given up. */
function onPrismCrash(): { signal(): AbortSignal; dispose(): void } {
  let current = new AbortController();
  const listener = (error: Error) => {
    if (!error.stack?.includes("@stoplight")) throw error;
    current.abort(error);
  };
  process.on("uncaughtException", listener);
  return {
    signal: () => {
      current = new AbortController();
      return AbortSignal.any([current.signal, AbortSignal.timeout(20_000)]);
    },
    dispose: () => process.off("uncaughtException", listener),
  };
}

/** Passes one request on, answers it as Prism did, and reads from the answer what Prism thought of it. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  prism: Prism,
  signal: AbortSignal,
): Promise<Verdict> {
  const path = request.url ?? "/";
  const target = new URL((await prism.addressFor(path.replace(/\?.*/, ""))) + path);
  const answer = await new Promise<IncomingMessage>((answered, failed) => {
    const onward = sendRequest(target, { method: request.method, headers: request.headers, signal }, answered);
    onward.on("error", failed);
    request.pipe(onward);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const status = answer.statusCode ?? 0;
  // Recorded before the answer leaves, so that who receives it finds the verdict.
  const violations = String(answer.headers["sl-violations"] ?? "");
  const verdict = judge(status, body.toString("utf8"), violations);
  response.writeHead(status, answer.headers);
  await new Promise<void>((sent) => response.end(body, sent));
  return verdict;
}

/** The request was valid, but the document gives Prism nothing to answer it with. */
const nothingToAnswer = new Set(["NO_RESPONSE_RESPONSE_DEFINED", "NO_SUCCESS_RESPONSE_DEFINED", "SCHEMA_TOO_COMPLEX"]);

/** Prism answers a refused request with a problem of its own or, where the document declares one, with that 4xx, and lists the violations in a header. */
function judge(status: number, body: string, violations: string): Verdict {
  const problem = /"type":\s*"https:\/\/stoplight\.io\/prism\/errors#([A-Z_0-9]+)"/.exec(body)?.[1];
  const violated = /"severity":\s*"?Error/i.test(violations) || violations.startsWith("Too many violations");
  if (!violated && (problem === undefined || nothingToAnswer.has(problem))) return { kind: "accepted", status };
  return { kind: "refused", reason: problem ?? `VIOLATION_${status}`, detail: (violations || body).slice(0, 600) };
}
