import * as z from "zod";
import type { Memory } from "./ports.ts";

const textsSchema = z.array(z.string()).catch([]);
/** The oldest are removed, and the user is asked again for them. */
const most = 500;

/** Texts, such as ids and digests, that the user answered a question for. */
export interface RememberedTexts {
  has(text: string): boolean;
  /** Oldest first. */
  all(): readonly string[];
  add(text: string): Promise<void>;
  remove(text: string): Promise<void>;
}

export function openRememberedTexts(memory: Memory, scope: "user" | "workspace", name: string): RememberedTexts {
  const read = () => textsSchema.parse(memory.read(scope, name));
  const listOthers = (text: string) => read().filter((one) => one !== text);
  return {
    has: (text) => read().includes(text),
    all: read,
    add: (text) => memory.write(scope, name, [...listOthers(text), text].slice(-most)),
    remove: (text) => memory.write(scope, name, listOthers(text)),
  };
}
