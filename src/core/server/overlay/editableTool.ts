import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";

type Operation = OpenapiAnalysis["operations"][number];

/** The tool of an operation, with what an overlay can change. */
export interface EditableTool extends Pick<Operation, "filter" | "pointer" | "extension"> {
  readonly isEnabled: boolean;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tokens: number;
  /** The parameters and the fields of the body that the tool offers. */
  readonly inputs: readonly EditableInput[];
}

/** What an overlay can fix or hide. */
export interface EditableInput extends ShapedInput {
  readonly isRequired: boolean;
  readonly isText: boolean;
}

interface ShapedInput {
  readonly kind: "parameters" | "body";
  readonly name: string;
}

/** The tools of a document in its order, then those that are disabled. */
export function listEditableTools({ operations, disabled }: OpenapiAnalysis): EditableTool[] {
  return [
    ...operations.map(({ id, parameters, bodyFields, ...operation }) => ({
      ...{ ...operation, name: id, isEnabled: true },
      inputs: [
        ...parameters.map((one) => ({ ...one, kind: "parameters" as const })),
        ...bodyFields.map((one) => ({ ...one, kind: "body" as const })),
      ],
    })),
    ...disabled.map(({ filter, pointer, extension }) => ({
      ...{ filter, pointer, extension, isEnabled: false, inputs: [], tokens: 0 },
      ...{ name: extension.name ?? filter, title: extension.title ?? "", description: extension.description ?? "" },
    })),
  ];
}

/** The parameters and fields of the body that the operation's `x-mcp` hides or fixes. */
export function listTakenInputs({ extension }: EditableTool): (ShapedInput & { readonly value: unknown })[] {
  return (["parameters", "body"] as const).flatMap((kind) =>
    Object.entries(extension[kind] ?? {}).flatMap(([name, { hidden, value }]) =>
      hidden || value !== undefined ? [{ kind, name, value }] : [],
    ),
  );
}
