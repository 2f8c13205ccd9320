import { analyzeOpenapiDocument, type OpenapiAnalysis } from "../../../src/generator/analyzeOpenapiDocument.ts";

/** Creates the outline of a document with these operations, each `METHOD /path` with its tags. */
export function createTestOutline(operations: Readonly<Record<string, readonly string[]>>): OpenapiAnalysis {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operation, tags] of Object.entries(operations)) {
    const [method = "", path = ""] = operation.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { tags, responses: { 200: { description: "fine" } } } };
  }
  const servers = [{ url: "https://api.example.com" }];
  return analyzeOpenapiDocument(
    JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers, paths }),
  );
}
