/** What stands in an object under a name: never what every object has, such as `constructor`. */
export function getOwnProperty(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
