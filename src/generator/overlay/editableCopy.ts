import { getMember } from "../../text/record.ts";

export type JsonLocation = readonly (string | number)[];

/** A JSON value with changes. The original stays as it is: an object on the way to a change is copied once, all others are shared. */
export interface EditableCopy {
  get(location?: JsonLocation): unknown;
  set(location: JsonLocation, value: unknown): void;
  /** Removes members of one object or items of one array. */
  remove(parent: JsonLocation, keys: readonly (string | number)[]): void;
}

export function createEditableCopy(original: unknown): EditableCopy {
  const copies = new WeakSet<object>();
  let root = original;
  const copyOnce = (value: unknown): object => {
    if (typeof value !== "object" || value === null) throw new Error("Only an object or an array has members.");
    if (copies.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    copies.add(copy);
    return copy;
  };
  const open = (location: JsonLocation): object => {
    let container = copyOnce(root);
    root = container;
    for (const key of location) {
      const child = copyOnce(getMember(container, String(key)));
      setMember(container, key, child);
      container = child;
    }
    return container;
  };
  const get = (location: JsonLocation = []) =>
    location.reduce<unknown>((value, key) => getMember(value, String(key)), root);
  const set = (location: JsonLocation, value: unknown) => {
    const key = location.at(-1);
    if (key === undefined) root = value;
    else setMember(open(location.slice(0, -1)), key, value);
  };
  return {
    get,
    set,
    remove: (parent, keys) => {
      const container = get(parent);
      const removed = new Set(keys);
      if (Array.isArray(container))
        set(
          parent,
          container.filter((_, index) => !removed.has(index)),
        );
      else for (const key of keys) Reflect.deleteProperty(open(parent), key);
    },
  };
}

/** An assignment of `__proto__` would set the prototype. */
function setMember(container: object, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}
