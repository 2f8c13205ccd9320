/**
 * Estimates how many tokens a text costs a model: one for each four characters. Tokenizers of current models need 3.5 to 4.5 characters of
 * English and JSON for one.
 */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

interface ToolText {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** Estimates what a tool costs in a list that a model reads: its name, description and input schema. */
export const estimateToolTokens = ({ name, description, inputSchema }: ToolText): number =>
  estimateTokens(JSON.stringify({ name, description, inputSchema }));
