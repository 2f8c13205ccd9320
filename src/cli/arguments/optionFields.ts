import * as z from "zod";
import type { Command } from "../command.ts";

const fieldSchema = z.object({
  type: z.enum(["string", "boolean", "array"]),
  description: z.string().default(""),
  /** What stands for the value in the help. */
  title: z.string().default("VALUE"),
});
const shapeSchema = z.object({
  properties: z.record(z.string(), fieldSchema),
  required: z.array(z.string()).default([]),
});

export interface OptionField extends z.output<typeof fieldSchema> {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isOperand: boolean;
}

/** The options of a command, as its schema describes them. */
export function listOptionFields({ options, operands }: Pick<Command, "options" | "operands">): readonly OptionField[] {
  const { properties, required } = shapeSchema.parse(z.toJSONSchema(options, { io: "input" }));
  return Object.entries(properties).map(([name, field]) => ({
    ...field,
    name,
    isRequired: required.includes(name),
    isOperand: operands.includes(name),
  }));
}
