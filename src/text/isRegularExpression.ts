/** Whether JavaScript reads a text as a regular expression, in Unicode mode as validators of JSON Schema do. */
export function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
