import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { listenOnLoopback } from "../support/network/listenOnLoopback.ts";
import { type Prism, startPrism } from "./prism.ts";

/** The mock's verdict on the last request, or `none` without a request. */
export type Verdict =
  | { readonly kind: "accepted"; readonly status: number }
  | { readonly kind: "refused"; readonly reason: string; readonly detail: string }
  | { readonly kind: "none" };

export interface ValidatingMock {
  readonly url: string;
  /** Clears the verdict; call it before each judged request. */
  expect(): void;
  verdict(): Verdict;
  close(): Promise<void>;
}

/**
 * Prism (`@stoplight/prism-cli`, version in package.json) as a mock upstream that validates each request against the
 * document. A small recorder in front of it reads the verdicts, because the response of a tool does not show which side rejected.
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
  const { url, close } = await listenOnLoopback(recorder);
  return {
    url,
    expect: () => {
      last = { kind: "none" };
    },
    verdict: () => last,
    close: async () => {
      crash.dispose();
      await close();
      await prism.close();
    },
  };
}

/** Some parameters make Prism throw outside a request. The pending request is then abandoned. */
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

/** Forwards one request, returns Prism's response, and reads Prism's verdict from it. */
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
  // The verdict is recorded before the response is sent, so that the receiver finds it.
  const violations = String(answer.headers["sl-violations"] ?? "");
  const verdict = judge(status, body.toString("utf8"), violations);
  response.writeHead(status, answer.headers);
  await new Promise<void>((sent) => response.end(body, sent));
  return verdict;
}

/** The request was valid, but the document has no response for Prism. */
const nothingToAnswer = new Set(["NO_RESPONSE_RESPONSE_DEFINED", "NO_SUCCESS_RESPONSE_DEFINED", "SCHEMA_TOO_COMPLEX"]);

/** Prism answers an invalid request with its own problem or with a 4xx of the document, and lists the violations in a header. */
function judge(status: number, body: string, violations: string): Verdict {
  const problem = /"type":\s*"https:\/\/stoplight\.io\/prism\/errors#([A-Z_0-9]+)"/.exec(body)?.[1];
  const violated = /"severity":\s*"?Error/i.test(violations) || violations.startsWith("Too many violations");
  if (!violated && (problem === undefined || nothingToAnswer.has(problem))) return { kind: "accepted", status };
  return { kind: "refused", reason: problem ?? `VIOLATION_${status}`, detail: (violations || body).slice(0, 600) };
}
