import type { Context } from "hono";
import type { Operation } from "../../contract/operation.ts";
import { type OperationName, operations } from "../../contract/operations.ts";
import type { Call, Caller, Handlers, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../problem.ts";
import { type Answer, toAnswer, toResponse } from "./answer.ts";
import { authenticate, checkScope } from "./bearer.ts";
import { readBody } from "./body.ts";
import type { HttpEnvironment } from "./environment.ts";
import { fingerprint, runOnce } from "./idempotency.ts";
import { parseInput } from "./input.ts";

interface RouteParts {
  readonly context: ServiceContext;
  readonly limiter: (keyId: string) => Record<string, string>;
  readonly bodyLimit: number;
}

type Route = (c: Context<HttpEnvironment>) => Promise<Response>;

/** The way of one operation: who, may they, what do they want, do it (once), tell it. */
export function operationRoute<N extends OperationName>(parts: RouteParts, name: N, handlers: Handlers): Route {
  const operation: Operation = operations[name];
  const handler = handlers[name];
  // The table's own schemas have made the input, and its scope says whether there is a caller.
  const run = (call: unknown): unknown => handler(call as Call<N>);
  return operation.scope === null ? openRoute(parts, operation, run) : callerRoute(parts, operation, run);
}

function callerRoute(parts: RouteParts, operation: Operation, run: (call: unknown) => unknown): Route {
  return async (c) => {
    const caller = authenticate(parts.context, c.req.raw);
    const limits = parts.limiter(caller.keyId);
    for (const [name, value] of Object.entries(limits)) c.header(name, value);
    if (operation.scope !== null) checkScope(caller, operation.scope);
    const { input, body } = await readInput(parts, operation, c.req.raw);
    const call = { input, caller, ifMatch: c.req.header("If-Match"), signal: c.req.raw.signal, request: c.req.raw };
    if (operation.method === "GET") {
      const output = await run(call);
      return passOn(c, output instanceof Response ? output : toResponse(toAnswer(operation, output)));
    }
    return passOn(c, toResponse(await change(parts.context, operation, { caller, c, body }, () => run(call))));
  };
}

/** Without an API key, and with failures as OAuth has them (RFC 6749 section 5.2). */
function openRoute(parts: RouteParts, operation: Operation, run: (call: unknown) => unknown): Route {
  return async (c) => {
    try {
      const { input } = await readInput(parts, operation, c.req.raw);
      const output = await run({
        input,
        caller: undefined,
        ifMatch: undefined,
        signal: c.req.raw.signal,
        request: c.req.raw,
      });
      return passOn(c, output instanceof Response ? output : toResponse(toAnswer(operation, output)));
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      return c.json({ error: "invalid_request", error_description: error.message }, 400, {
        "Cache-Control": "no-store",
      });
    }
  };
}

async function readInput(parts: RouteParts, operation: Operation, request: Request) {
  const body = operation.body ? await readBody(request, operation.encoding ?? "json", parts.bodyLimit) : "";
  return { body, input: parseInput(operation, new URL(request.url).searchParams, body) };
}

interface ChangeRequest {
  readonly caller: Caller;
  readonly c: Context;
  readonly body: string;
}

/** Runs what changes something, as far as it is synchronous in one transaction. */
function change(
  context: ServiceContext,
  operation: Operation,
  { caller, c, body }: ChangeRequest,
  run: () => unknown,
): Answer | Promise<Answer> {
  const work = () => {
    const output = run();
    return output instanceof Promise ? output.then((value) => toAnswer(operation, value)) : toAnswer(operation, output);
  };
  const key = operation.method === "POST" ? c.req.header("Idempotency-Key") : undefined;
  if (key === undefined) return context.db.transaction(work);
  return runOnce(context, { caller, key, fingerprint: fingerprint(c.req.raw, body) }, work);
}

/** With the headers set on the way. */
function passOn(c: Context, response: Response): Response {
  return c.newResponse(response.body, response);
}
