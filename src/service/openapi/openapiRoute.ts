import { Hono } from "hono";
import { createOpenapiDocument } from "./openapiDocument.ts";

/** Serves the document of this service. The first request creates it. */
export function createOpenapiRoute(baseUrl: () => string): Hono {
  let text: string | undefined;
  return new Hono().get("/openapi.json", (c) => {
    text ??= JSON.stringify(createOpenapiDocument(baseUrl()));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}
