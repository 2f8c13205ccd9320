import { type FailureEvidence, readFailureEvidence } from "../client/failureEvidence.ts";
import { collectConfidentialTexts } from "../contract/confidential.ts";
import { operationTable } from "../contract/operations.ts";
import type { DialectCall } from "./dialectCall.ts";
import { findOperationFacts } from "./vocabulary/operationFacts.ts";

/** Records what a call showed: that the operation works, or why it does not. */
export function recordEvidence(call: DialectCall, error?: unknown): void {
  const { session, name, shown } = call;
  const result: FailureEvidence | undefined = error === undefined ? { outcome: "works" } : readFailureEvidence(error);
  // A temporary failure shows nothing of the operation.
  if (!result) return;
  // An error that comes with status 200 has a status of its own, which the service did not send.
  const status = shown.status ?? result.status;
  const { fields = {}, states = [] } = shown.fields ?? {};
  session.store.saveEvidence(name, {
    ...result,
    at: new Date(session.context.clock.now()).toISOString(),
    ...(status !== undefined && status > 0 && { status }),
    resource: findOperationFacts(name).resource,
    fields,
    states: states.filter(createSecretFilter(call)),
  });
}

/** Evidence is saved, so it has no text in which the service repeats a secret of the request. Shorter secrets are parts of plain words. */
function createSecretFilter({ name, input }: DialectCall): (text: string) => boolean {
  const schema = operationTable[name].body;
  const secrets = schema === null ? [] : collectConfidentialTexts(schema, input).filter(({ length }) => length >= 4);
  return (text) => !secrets.some((secret) => text.includes(secret));
}
