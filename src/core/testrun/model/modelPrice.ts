/** Dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

export interface TokenUse {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** In dollars; undefined: the price or the use is not known. */
export function readCost(use: TokenUse | undefined, price: ModelPrice | undefined): number | undefined {
  return use && price && (use.inputTokens * price.input + use.outputTokens * price.output) / 1e6;
}

export function formatCost(dollars: number): string {
  return `$${dollars >= 1 || dollars === 0 ? dollars.toFixed(2) : dollars.toPrecision(2)}`;
}

const inputNames = ["prompt_tokens", "input_tokens", "promptTokenCount"] as const;
const cacheNames = ["cache_read_input_tokens", "cache_creation_input_tokens"] as const;
const outputNames = ["completion_tokens", "output_tokens", "candidatesTokenCount"] as const;

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
  return { inputTokens: input + cached, outputTokens: output };
}
