import { expect } from "vitest";
import { type DialectProfile, dialectProfileSchema } from "../../../src/contract/dialectProfile.ts";
import { learnDocument } from "../../../src/dialect/openApi/documentedOperation.ts";
import { readOpenApi } from "../../../src/dialect/openApi/openApi.ts";
import type { UnknownRecord } from "../../../src/text/record.ts";

export const documentBaseUrl = new URL("https://service.example.com/");
export const emptyProfile: DialectProfile = { version: 2, dialect: "other", operations: {} };

/** Derives a valid profile from an OpenAPI document. */
export function learnProfile(
  document: UnknownRecord,
  known: DialectProfile = emptyProfile,
  at = documentBaseUrl,
): DialectProfile {
  const read = readOpenApi(document);
  if (!read) throw new Error("it is a document");
  const profile = learnDocument(known, read, at);
  expect(dialectProfileSchema.safeParse(profile).error).toBeUndefined();
  return profile;
}

export const createOpenApiDocument = (paths: UnknownRecord, more: UnknownRecord = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths,
  ...more,
});
export const createJsonContent = (schema: unknown) => ({ content: { "application/json": { schema } } });
