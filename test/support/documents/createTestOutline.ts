import { type Outline, outline } from "../../../src/generator/analyzeOpenapiDocument.ts";

/** The outline of a document with these operations, each `METHOD /path` with its tags. */
export function outlineOf(operations: Readonly<Record<string, readonly string[]>>): Outline {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operation, tags] of Object.entries(operations)) {
    const [method = "", path = ""] = operation.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { tags, responses: { 200: { description: "fine" } } } };
  }
  const servers = [{ url: "https://api.example.com" }];
  return outline(JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers, paths }));
}
