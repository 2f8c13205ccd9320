/** Returns a value that is always there, such as what the Fairlead service always sends; fails if it is undefined. */
export function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("There is no such value.");
  return value;
}
