import type { Context } from "hono";
import type { Operation } from "../../contract/operation.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { authenticateRequest, checkScope } from "../auth/authenticateRequest.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "./httpEnvironment.ts";
import { fingerprintRequest, runIdempotently } from "./idempotency.ts";
import { parseOperationInput } from "./parseOperationInput.ts";
import { type ReplayableResponse, toReplayableResponse } from "./replayableResponse.ts";
import { formBodyLimit, readRequestBody } from "./requestBody.ts";
import { ServiceProblem } from "./serviceProblem.ts";

interface RouteParts {
  readonly context: ServiceContext;
  readonly limiter: (keyId: string) => Record<string, string>;
  readonly bodyLimit: number;
}

type Route = (c: Context<HttpEnvironment>) => Promise<Response>;

/** The way of one operation: who, may they, what do they want, do it (once), tell it. */
export function createOperationRoute<N extends OperationName>(
  parts: RouteParts,
  name: N,
  handlers: OperationHandlers,
): Route {
  const operation: Operation = operationTable[name];
  const handler = handlers[name];
  // The table's own schemas have made the input, and its scope says whether there is a caller.
  const run = (call: unknown): unknown => handler(call as ServiceCall<N>);
  return operation.scope === null ? openRoute(parts, operation, run) : callerRoute(parts, operation, run);
}

function callerRoute(parts: RouteParts, operation: Operation, run: (call: unknown) => unknown): Route {
  return async (c) => {
    const organizationId = c.req.header("Fairlead-Organization");
    const caller = authenticateRequest(parts.context, c.req.header("Authorization"), organizationId);
    const headers = { "X-Request-Id": c.get("requestId"), ...parts.limiter(caller.keyId) };
    if (operation.scope !== null) checkScope(caller, operation.scope);
    const { input, body } = await readInput(parts, operation, c);
    const call = callOf(c, input, caller);
    if (operation.method !== "GET" && !operation.safe) {
      const answer = change(parts.context, operation, { caller, c, body }, () => run(call));
      return toResponse(answer, headers);
    }
    const output = await run(call);
    return output instanceof Response
      ? passOn(output, headers)
      : toResponse(toReplayableResponse(operation, output), headers);
  };
}

/** Without an API key, and with failures as OAuth has them (RFC 6749 section 5.2). */
function openRoute(parts: RouteParts, operation: Operation, run: (call: unknown) => unknown): Route {
  return async (c) => {
    try {
      const { input } = await readInput(parts, operation, c);
      const output = await run(callOf(c, input, undefined));
      const headers = { "X-Request-Id": c.get("requestId") };
      return output instanceof Response
        ? passOn(output, headers)
        : toResponse(toReplayableResponse(operation, output), headers);
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      return c.json({ error: "invalid_request", error_description: error.message }, 400, {
        "Cache-Control": "no-store",
      });
    }
  };
}

/** The request itself is made when it is asked for only: few operations do, and it is dear. */
function callOf(c: Context, input: unknown, caller: Caller | undefined): object {
  return {
    input,
    caller,
    ifMatch: c.req.header("If-Match"),
    get signal() {
      return c.req.raw.signal;
    },
    get request() {
      return c.req.raw;
    },
  };
}

async function readInput(parts: RouteParts, operation: Operation, c: Context) {
  const { encoding = "json" } = operation;
  const limit = encoding === "form" ? Math.min(formBodyLimit, parts.bodyLimit) : parts.bodyLimit;
  const body = operation.body ? await readRequestBody(c.req.raw, encoding, limit) : "";
  const mark = c.req.url.indexOf("?");
  const search = new URLSearchParams(mark < 0 ? "" : c.req.url.slice(mark));
  return { body, input: parseOperationInput(operation, search, body) };
}

interface ChangeRequest {
  readonly caller: Caller;
  readonly c: Context;
  readonly body: string;
}

/** Runs what changes something in one transaction. */
function change(
  context: ServiceContext,
  operation: Operation,
  { caller, c, body }: ChangeRequest,
  run: () => unknown,
): ReplayableResponse {
  const work = () => toReplayableResponse(operation, run());
  const key = operation.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
  if (key === undefined) return context.db.transaction(work);
  return runIdempotently(context, { caller, key, fingerprint: fingerprintRequest(c.req.raw, body) }, work);
}

type Extra = Readonly<Record<string, string>>;

/** Made in one go from plain headers: only such an answer is written without a detour through web streams. */
function toResponse({ text, status, headers }: ReplayableResponse, extra: Extra): Response {
  return new Response(text, { status, headers: { ...extra, ...headers } });
}

function passOn(response: Response, extra: Extra): Response {
  const headers = { ...extra, ...Object.fromEntries(response.headers) };
  return new Response(response.body, { status: response.status, headers });
}
