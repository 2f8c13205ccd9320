/** The types of JSON Schema. */
export const jsonTypes = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;
export type JsonType = (typeof jsonTypes)[number];
