import { expect, test } from "vitest";
import { addAgreedContent, readAgreedContents } from "../../../../../src/extension/registry/model/codeConsent.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const files = (digest: string, count = 1) => Array.from({ length: count }, (_, n) => [`${n}.js`, digest] as const);

test("a content that was agreed to is saved before the code runs, once", async () => {
  const memory = createMapMemory();
  const saved = Promise.withResolvers<void>();
  const slow = {
    ...memory,
    write: (...entry: Parameters<typeof memory.write>) => saved.promise.then(() => memory.write(...entry)),
  };
  const adding = addAgreedContent(slow, files("one")).then(() => readAgreedContents(memory).length);
  saved.resolve();
  expect(await adding).toBe(1);
  await addAgreedContent(memory, files("two"));
  await addAgreedContent(memory, files("one"));
  expect(readAgreedContents(memory)).toEqual([files("two"), files("one")]);
});

test("the oldest contents are dropped where they have too many files, the newest never", async () => {
  const memory = createMapMemory();
  for (const digest of ["one", "two", "three"]) await addAgreedContent(memory, files(digest, 1500));
  expect(readAgreedContents(memory)).toEqual([files("two", 1500), files("three", 1500)]);
  await addAgreedContent(memory, files("large", 4000));
  expect(readAgreedContents(memory)).toEqual([files("large", 4000)]);
});
