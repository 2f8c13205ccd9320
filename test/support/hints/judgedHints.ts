import type { ToolDefinition } from "../../../src/runtime/definition.ts";
import { createDocument, generateTool } from "../documents/generateFromDocument.ts";
import { type LabeledOperation, readLabeledOperations } from "./readLabeledOperations.ts";

/** The tool of an operation in a document that has nothing else, but perhaps its items. */
export function createLabeledTool(labeled: Omit<LabeledOperation, "effect" | "document">): ToolDefinition {
  const { method, path, operationId, hasItems, summary, description } = labeled;
  const operation = { operationId: operationId || undefined, summary, description };
  const paths = { [path]: { [method.toLowerCase()]: operation }, ...(hasItems && { [`${path}/{item}`]: { put: {} } }) };
  return generateTool(createDocument({}, { paths }));
}

interface JudgedHints {
  readonly request: string;
  readonly judges: NonNullable<LabeledOperation["judges"]>;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
}

/** The hints of the operations that two judges read. */
export function listJudgedHints(): JudgedHints[] {
  return readLabeledOperations().flatMap((operation) => {
    const { document, method, path, judges } = operation;
    if (!judges) return [];
    const { readOnlyHint: isReadOnly, destructiveHint: isDestructive } = createLabeledTool(operation).annotations;
    return [{ request: `${document} ${method} ${path}`, judges, isReadOnly, isDestructive }];
  });
}

/** What the two judges disagree about, a line for each. */
export const listDisagreements = (judged: readonly Pick<JudgedHints, "request" | "judges">[]): string[] =>
  judged.flatMap(({ request, judges: [first, second] }) =>
    first === second ? [] : [`judges disagree: ${request}: ${first} or ${second}`],
  );
