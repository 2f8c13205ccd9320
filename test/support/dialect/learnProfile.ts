import { expect } from "vitest";
import { type Profile, profileSchema } from "../../../src/contract/dialectProfile.ts";
import { learnDocument } from "../../../src/dialect/openApi/learnDocument.ts";
import { readOpenApi } from "../../../src/dialect/openApi/openApi.ts";
import { waysIn } from "../../../src/dialect/openApi/openApiSecurity.ts";
import type { Fields } from "../../../src/text/fieldPath.ts";

export const base = new URL("https://service.example.com/");
export const unasked: Profile = { version: 1, dialect: "other", operations: {} };

/** What a document says of a service, as a profile that can be kept. */
export function learned(document: Fields, known: Profile = unasked, at = base): Profile {
  const read = readOpenApi(document);
  if (!read) throw new Error("it is a document");
  const profile = learnDocument(known, read, at);
  expect(profileSchema.safeParse(profile).error).toBeUndefined();
  return profile;
}

export const ways = (document: Fields) => {
  const read = readOpenApi(document);
  return read && waysIn(read);
};

export const document = (paths: Fields, more: Fields = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths,
  ...more,
});
export const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
