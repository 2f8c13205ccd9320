import type { OpenapiAnalysis } from "../../../../generator/analyzeOpenapiDocument.ts";

type Operation = OpenapiAnalysis["operations"][number];

/** The tool of an operation, as a document and its overlay describe it. */
export interface EditableTool extends Pick<Operation, "filter" | "pointer" | "extension"> {
  readonly isEnabled: boolean;
  readonly name: string;
  readonly description: string;
  readonly tokens: number;
}

/** The tools of a document in its order, then those that are disabled. */
export function listEditableTools({ operations, disabled }: OpenapiAnalysis): EditableTool[] {
  return [
    ...operations.map(({ id, ...operation }) => ({ ...operation, name: id, isEnabled: true })),
    ...disabled.map(({ filter, pointer, extension }) => ({
      filter,
      pointer,
      extension,
      isEnabled: false,
      tokens: 0,
      name: extension.name ?? filter,
      description: extension.description ?? "",
    })),
  ];
}
