import type { JsonObject } from "../definition.ts";
import { isObject } from "./checkableSchema.ts";

/** Whether a schema speaks of a property that every object has. */
export function namesInherited(schema: JsonObject): boolean {
  return inherited.test(JSON.stringify(schema));
}

const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => !name.startsWith("__"));
const inherited = new RegExp(`"(${names.join("|")})"`);

/** The same value, of objects that have what was given and nothing else. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (!isObject(value)) return value;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bare(item)])),
  );
}
