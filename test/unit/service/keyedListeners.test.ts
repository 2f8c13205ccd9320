import { expect, test } from "vitest";
import { KeyedListeners } from "../../../src/service/keyedListeners.ts";

test("the end of one listener leaves the others of its key, and those that came later", () => {
  const received: string[] = [];
  const listeners = new KeyedListeners<[what: string]>();
  const add = (name: string) => listeners.add("key", (what) => received.push(`${name} ${what}`));
  const endFirst = add("first");
  const endSecond = add("second");
  endFirst();
  listeners.notify("key", "one");
  endSecond();
  add("third");
  endSecond();
  listeners.notify("key", "two");
  listeners.notify("other", "three");
  expect(received).toEqual(["second one", "third two"]);
});
