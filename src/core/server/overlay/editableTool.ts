import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";

type Operation = OpenapiAnalysis["operations"][number];

/** The tool of an operation, with what an overlay can change. */
export interface EditableTool extends Pick<Operation, "filter" | "pointer" | "extension" | "parameters"> {
  readonly isEnabled: boolean;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tokens: number;
}

/** The tools of a document in its order, then those that are disabled. */
export function listEditableTools({ operations, disabled }: OpenapiAnalysis): EditableTool[] {
  return [
    ...operations.map(({ id, ...operation }) => ({ ...operation, name: id, isEnabled: true })),
    ...disabled.map(({ filter, pointer, extension }) => ({
      ...{ filter, pointer, extension, isEnabled: false, parameters: [], tokens: 0 },
      ...{ name: extension.name ?? filter, title: extension.title ?? "", description: extension.description ?? "" },
    })),
  ];
}

/** The parameters that the operation's `x-mcp` hides or fixes. */
export function listTakenParameters({ extension }: EditableTool): { readonly name: string; readonly value: unknown }[] {
  return Object.entries(extension.parameters ?? {}).flatMap(([name, { hidden, value }]) =>
    hidden || value !== undefined ? [{ name, value }] : [],
  );
}
