import * as z from "zod";
import { AgentToolError } from "../../agentTools/agentTool.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../../contract/operations.ts";
import type { InnerCaller } from "../http/entrance.ts";

/** Passes a request in this process to the service, as a caller that is known already. */
export type CallApp = (request: Request, inner: InnerCaller) => Response | Promise<Response>;

interface InnerCall<N extends OperationName> {
  readonly url: string;
  readonly name: N;
  readonly input: OperationInput<N>;
  readonly signal: AbortSignal;
}

const problemSchema = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Calls an operation as a request would, with its scope, its limits and its entry in the audit log. */
export async function callOperation<N extends OperationName>(
  callApp: CallApp,
  inner: InnerCaller,
  { url, name, input, signal }: InnerCall<N>,
): Promise<ReceivedOutput<N>> {
  const operation: Operation = operationTable[name];
  const isQuery = (field: string) => operation.body === null || field in operation.query.shape;
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const target = new URL(operation.path, url);
  for (const [field, value] of fields) if (isQuery(field)) target.searchParams.set(field, String(value));
  const body = JSON.stringify(Object.fromEntries(fields.filter(([field]) => !isQuery(field))));
  const json = { body, headers: { "Content-Type": "application/json" } };
  const request = new Request(target, { method: operation.method, signal, ...(operation.body && json) });
  const response = await callApp(request, inner);
  const answer: unknown = await response.json();
  // The service's own answer has the shape of its contract.
  if (response.ok) return operation.output?.parse(answer) as ReceivedOutput<N>;
  const { detail, title } = problemSchema.safeParse(answer).data ?? {};
  throw new AgentToolError(detail ?? title ?? `The service answered ${response.status}.`);
}
