/** Returns a value that the Fairlead service always sends; fails if it is undefined. */
export function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The service does not give it.");
  return value;
}
