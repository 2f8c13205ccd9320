/**
 * The pattern of an integer as text. Together with the types `integer` and `string` it marks an integer that may be beyond 2^53: the
 * generator writes it, clients that cannot write such a number send text, and the runtime replaces the text by the number.
 */
export const integerTextPattern = "^-?(0|[1-9]\\d*)$";

/** The formats of integers that may be beyond 2^53. */
export const longIntegerFormats: ReadonlySet<string> = new Set(["int64", "uint64"]);
