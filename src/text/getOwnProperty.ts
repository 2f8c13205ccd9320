/** Reads a property, but never an inherited one such as `constructor`. */
export function getOwnProperty(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
