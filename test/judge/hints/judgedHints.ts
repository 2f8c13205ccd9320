import type { ToolDefinition } from "../../../src/runtime/definition.ts";
import { createDocument, generateTool } from "../../support/documents/generateFromDocument.ts";
import type { Measure } from "../figure.ts";
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

export const judgedHints: Measure = {
  id: "T3",
  goal: "No destructive operation is called harmless, at most 3 % of the harmless ones destructive",
  needs: "node",
  measure: async () => {
    const judged = listJudgedHints();
    const agreed = judged.filter(({ judges: [first, second] }) => first === second);
    const harmless = agreed.filter(({ judges: [effect] }) => effect === "reads" || effect === "adds");
    const careful = harmless.filter(({ isDestructive }) => isDestructive);
    const wrong = agreed.filter(({ judges: [effect], isDestructive }) => effect === "destroys" && !isDestructive);
    const disagreements = listDisagreements(judged);
    return {
      figure: `of ${judged.length}: ${wrong.length} called harmless, ${careful.length} of ${harmless.length} called destructive, ${disagreements.length} disagreements`,
      met: wrong.length === 0 && careful.length <= 0.03 * harmless.length,
      findings: [
        ...wrong.map(({ request }) => `called harmless: ${request}`),
        ...careful.map(({ request }) => `called destructive: ${request}`),
        ...disagreements,
      ],
    };
  },
};
