/** Formats the text of a JSON file. */
export const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
