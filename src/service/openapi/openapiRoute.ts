import { Hono } from "hono";
import { createOpenapiDocument } from "./openapiDocument.ts";

/** The document of this very service, for generators and the curious; made when it is first asked for. */
export function createOpenapiRoute(baseUrl: () => string): Hono {
  let text: string | undefined;
  return new Hono().get("/openapi.json", (c) => {
    text ??= JSON.stringify(createOpenapiDocument(baseUrl()));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}
