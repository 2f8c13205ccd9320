import * as z from "zod";
import { AgentToolError } from "../../agentTools/agentTool.ts";
import type { Operation } from "../../contract/operation.ts";
import type { InnerCaller } from "../http/entrance.ts";

/** Passes a request in this process to the service, as a caller that is known already. */
export type CallApp = (request: Request, inner: InnerCaller) => Response | Promise<Response>;

interface InnerCall<O extends Operation> {
  readonly url: string;
  readonly operation: O;
  readonly input: object;
  readonly signal: AbortSignal;
}

const problemSchema = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Calls an operation as a request would, with its scope, its limits and its entry in the audit log. */
export async function callOperation<O extends Operation>(
  callApp: CallApp,
  inner: InnerCaller,
  { url, operation, input, signal }: InnerCall<O>,
): Promise<z.output<NonNullable<O["output"]>>> {
  const isQuery = (field: string) => operation.body === null || field in operation.query.shape;
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const target = new URL(operation.path, url);
  for (const [field, value] of fields) if (isQuery(field)) target.searchParams.set(field, String(value));
  const body = JSON.stringify(Object.fromEntries(fields.filter(([field]) => !isQuery(field))));
  const json = { body, headers: { "Content-Type": "application/json" } };
  const request = new Request(target, { method: operation.method, signal, ...(operation.body && json) });
  const response = await callApp(request, inner);
  const answer: unknown = await response.json();
  // The schema parsed it.
  if (response.ok) return operation.output?.parse(answer) as z.output<NonNullable<O["output"]>>;
  const { detail, title } = problemSchema.safeParse(answer).data ?? {};
  throw new AgentToolError(detail ?? title ?? `The service answered ${response.status}.`);
}
