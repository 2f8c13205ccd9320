import { getOwnProperty, isRecord } from "../../../text/record.ts";

/** Names of members and positions in lists, from the outside in. */
export type ValuePath = readonly (string | number)[];

export function getValueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isRecord(at) ? getOwnProperty(at, String(step)) : undefined;
  }, value);
}

/** Returns a copy with another value at a path; `undefined` removes the member or the item. */
export function setValueAt(value: unknown, path: ValuePath, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (Array.isArray(value)) return setItem(value, Number(step), rest, next);
  const members = new Map(isRecord(value) ? Object.entries(value) : []);
  const name = String(step);
  const member = setValueAt(members.get(name), rest, next);
  if (member === undefined) members.delete(name);
  else members.set(name, member);
  return Object.fromEntries(members);
}

function setItem(list: readonly unknown[], index: number, rest: ValuePath, next: unknown): readonly unknown[] {
  const item = setValueAt(list[index], rest, next);
  return item === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, item);
}
