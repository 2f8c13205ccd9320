/** The tokens of one call to a model. */
export interface TokenUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const inputNames = ["prompt_tokens", "input_tokens", "promptTokenCount"] as const;
const cacheNames = ["cache_read_input_tokens", "cache_creation_input_tokens"] as const;
const outputNames = ["completion_tokens", "output_tokens", "candidatesTokenCount"] as const;
/** Google counts the tokens of thoughts apart from those of the answer. */
const thoughtName = "thoughtsTokenCount";

/** The tokens that a response names, in the words of OpenAI, Anthropic or Google, whole or as a stream, whose last number counts. */
export function readTokenUse(text: string): TokenUse | undefined {
  const largest = (name: string) => {
    // A quote inside of a JSON text is escaped.
    const found = [...text.matchAll(new RegExp(`(?<!\\\\)"${name}"\\s*:\\s*(\\d{1,12})`, "g"))];
    return found.length === 0 ? undefined : Math.max(...found.map(([, digits]) => Number(digits)));
  };
  const firstOf = (names: readonly string[]) => names.map(largest).find((value) => value !== undefined);
  const [input, output] = [firstOf(inputNames), firstOf(outputNames)];
  if (input === undefined || output === undefined) return undefined;
  const cached = cacheNames.reduce((sum, name) => sum + (largest(name) ?? 0), 0);
  return { inputTokens: input + cached, outputTokens: output + (largest(thoughtName) ?? 0) };
}
