import type { TokenUse } from "../../../../text/number/readTokenUse.ts";

/** Dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** In dollars; undefined: the price or the use is not known. */
export function readCost(use: TokenUse | undefined, price: ModelPrice | undefined): number | undefined {
  return use && price && (use.inputTokens * price.input + use.outputTokens * price.output) / 1e6;
}

export function formatCost(dollars: number): string {
  return `$${dollars >= 1 || dollars === 0 ? dollars.toFixed(2) : dollars.toPrecision(2)}`;
}
