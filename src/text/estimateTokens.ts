import { isRecord } from "./record.ts";

/**
 * Estimates how many tokens a text costs a model: one for each four characters. Tokenizers of current models need 3.5 to 4.5 characters of
 * English and JSON for one.
 */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

/**
 * The schema of an input as it is listed: without the word that no other member is taken, which every tool would repeat. A call with
 * another member is refused, and the message says which.
 */
export function openInputSchema<Schema>(schema: Schema): Schema | Omit<Schema, "additionalProperties"> {
  if (!isRecord(schema) || schema.additionalProperties !== false) return schema;
  const { additionalProperties, ...rest } = schema;
  return rest;
}

interface ToolText {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** Estimates what a tool costs in a list that a model reads: its name, description and listed input schema. */
export const estimateToolTokens = ({ name, description, inputSchema }: ToolText): number =>
  estimateTokens(JSON.stringify({ name, description, inputSchema: openInputSchema(inputSchema) }));

/** Estimates what a list of tools costs. */
export const estimateListTokens = (tools: readonly ToolText[]): number =>
  tools.reduce((sum, tool) => sum + estimateToolTokens(tool), 0);
