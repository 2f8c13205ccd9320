/**
 * Estimates how many tokens a text costs a model: one for each four characters. Tokenizers of current models need 3.5 to 4.5 characters of
 * English and JSON for one.
 */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);
