import type { Context } from "hono";
import type { ApiKeyScope, Operation } from "../../contract/operation.ts";
import { type RouteName, routeTable } from "../../contract/routes/routeTable.ts";
import { isRecord } from "../../text/record.ts";
import type { AuditRecord } from "../audit/auditRecord.ts";
import { recordChange } from "../audit/auditRequests.ts";
import { authenticateRequest, checkScope } from "../auth/authenticateRequest.ts";
import type { Caller, OperationHandlers, OperationPreparations, ServiceCall, ServiceContext } from "../context.ts";
import { readInnerCaller } from "./entrance.ts";
import type { HttpEnvironment, OperationRequest } from "./httpEnvironment.ts";
import { fingerprintRequest, type ReplayableResponse, runIdempotently, toReplayableResponse } from "./idempotency.ts";
import { parseOperationInput } from "./parseOperationInput.ts";
import { formBodyLimit, holdBody, readRequestBody } from "./requestBody.ts";
import { ServiceProblem } from "./serviceProblem.ts";

interface RouteOptions {
  readonly context: ServiceContext;
  readonly limiter: (keyId: string) => Record<string, string>;
  readonly bodyLimit: number;
  readonly preparations: OperationPreparations;
}

type Route = (c: Context<HttpEnvironment>) => Promise<Response>;
type RequestRoute = (c: Context<HttpEnvironment>, request: OperationRequest) => Promise<Response>;
type Run = (call: unknown) => unknown;

/** The route of one operation: authenticates, checks the scope, parses the input, runs the handler once and responds. */
export function createOperationRoute<N extends RouteName>(
  options: RouteOptions,
  name: N,
  handlers: OperationHandlers<RouteName>,
): Route {
  const operation: Operation = routeTable[name];
  const handler = handlers[name];
  const preparation = options.preparations[name];
  // The operation's schemas produced the input, and its scope determines whether there is a caller.
  const run = (call: unknown): unknown => handler(call as ServiceCall<N>);
  const prepare = async (call: unknown) => preparation?.(call as ServiceCall<N>);
  const respond = operation.scope === null ? createPublicRoute(options, run) : createCallerRoute(options, prepare, run);
  return async (c) => {
    const request: OperationRequest = { name, operation };
    c.set("operationRequest", request);
    return respond(c, request);
  };
}

/** The route of an operation that needs an API key. `prepare` asks other programs before a change. */
function createCallerRoute(options: RouteOptions, prepare: (call: unknown) => Promise<void>, run: Run): RequestRoute {
  return async (c, request) => {
    const { operation } = request;
    const organizationId = c.req.header("Fairlead-Organization");
    const authenticate = () =>
      readInnerCaller(c) ?? authenticateRequest(options.context, c.req.header("Authorization"), organizationId);
    const caller = authenticate();
    request.caller = caller;
    const headers = { "X-Request-Id": c.get("requestId"), ...options.limiter(caller.keyId) };
    if (operation.scope !== null) checkScope(caller, operation.scope);
    const { input, body } = await readHeldInput(options, operation, c, caller.keyId);
    request.input = input;
    for (const scope of listFieldScopes(operation, input)) checkScope(caller, scope);
    const call = createCall(c, request);
    if (operation.method !== "GET" && !operation.safe) {
      await prepare(call);
      // The key may have been deleted while the body arrived, which takes as long as its sender wants.
      authenticate();
      const runAudited = () => recordChange(options.context, c, () => run(call));
      const response = runChange(options.context, operation, { caller, c, body }, runAudited);
      request.isAudited = true;
      return toResponse(response, headers);
    }
    return createResponse(operation, await run(call), headers);
  };
}

/** The scopes that an input needs in addition to the operation's. */
function listFieldScopes({ fieldScopes = [] }: Operation, input: Readonly<Record<string, unknown>>): ApiKeyScope[] {
  return fieldScopes.flatMap(({ field, value, scope }) => {
    const given = input[field];
    const isGiven = isRecord(given) ? Object.keys(given).length > 0 : given !== undefined;
    return isGiven && (value === undefined || given === value) ? [scope] : [];
  });
}

/** A route without an API key. Failures have OAuth's format (RFC 6749 section 5.2). */
function createPublicRoute(options: RouteOptions, run: Run): RequestRoute {
  return async (c, request) => {
    const { operation } = request;
    try {
      request.input = (await readInput(options, operation, c)).input;
      return createResponse(operation, await run(createCall(c, request)), { "X-Request-Id": c.get("requestId") });
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      return c.json({ error: "invalid_request", error_description: error.message }, 400, {
        "Cache-Control": "no-store",
      });
    }
  };
}

/** Creates the `Request` lazily: few operations use it, and it is expensive. */
function createCall(c: Context, request: OperationRequest): object {
  const { input, caller } = request;
  return {
    input,
    caller,
    ifMatch: c.req.header("If-Match"),
    identify: (identified: Caller, serverId: string) => {
      request.caller = identified;
      request.input = { ...input, serverId };
    },
    describe: (record: Partial<AuditRecord>) => {
      request.described = record;
    },
    get signal() {
      return c.req.raw.signal;
    },
    get request() {
      return c.req.raw;
    },
  };
}

async function readHeldInput(options: RouteOptions, operation: Operation, c: Context, keyId: string) {
  const held = holdBody(keyId);
  try {
    return await readInput(options, operation, c, held.add);
  } finally {
    held.release();
  }
}

async function readInput(options: RouteOptions, operation: Operation, c: Context, onBytes?: (bytes: number) => void) {
  const { encoding = "json" } = operation;
  const limit = encoding === "form" ? Math.min(formBodyLimit, options.bodyLimit) : options.bodyLimit;
  const body = operation.body ? await readRequestBody(c.req.raw, encoding, limit, onBytes) : "";
  const queryStart = c.req.url.indexOf("?");
  const search = new URLSearchParams(queryStart < 0 ? "" : c.req.url.slice(queryStart));
  return { body, input: parseOperationInput(operation, search, body) };
}

interface ChangeRequest {
  readonly caller: Caller;
  readonly c: Context;
  readonly body: string;
}

/** Runs a handler that changes something in one transaction. */
function runChange(
  context: ServiceContext,
  operation: Operation,
  { caller, c, body }: ChangeRequest,
  run: () => unknown,
): ReplayableResponse {
  const runHandler = () => toReplayableResponse(operation, run());
  const key = operation.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
  if (key === undefined) return context.db.transaction(runHandler);
  return runIdempotently(context, { caller, key, fingerprint: fingerprintRequest(c.req.raw, body) }, runHandler);
}

type ExtraHeaders = Readonly<Record<string, string>>;

/** Creates the response with plain headers in one step, so that the adapter writes it without web streams. */
function toResponse({ text, status, headers }: ReplayableResponse, extraHeaders: ExtraHeaders): Response {
  return new Response(text, { status, headers: { ...extraHeaders, ...headers } });
}

/** The response of an output. A response of the handler is forwarded. */
function createResponse(operation: Operation, output: unknown, extraHeaders: ExtraHeaders): Response {
  if (!(output instanceof Response)) return toResponse(toReplayableResponse(operation, output), extraHeaders);
  const headers = { ...extraHeaders, ...Object.fromEntries(output.headers) };
  return new Response(output.body, { status: output.status, headers });
}
