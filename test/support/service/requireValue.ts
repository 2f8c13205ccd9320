/** A value that our own service always gives. */
export function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The service does not give it.");
  return value;
}
