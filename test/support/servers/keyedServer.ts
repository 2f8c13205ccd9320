import type { Server } from "../../../src/contract/servers.ts";
import type { startServedService } from "../service/servedService.ts";
import { generateServer } from "./generateServer.ts";

type Served = Pick<Awaited<ReturnType<typeof startServedService>>, "api" | "project">;

/** Generates a server of an API that needs a key, and has one harmless read: `GET /pets`. */
export function createKeyedServer(
  served: Served,
  { name, origin, path = "/pets" }: { readonly name: string; readonly origin: string; readonly path?: string },
): Promise<Server> {
  const id = path.includes("{") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
  return generateServer(served, name, {
    openapi: "3.1.0",
    info: { title: name, version: "1" },
    servers: [{ url: origin }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    externalDocs: { url: "https://docs.example.com/keys" },
    security: [{ key: [] }],
    paths: { [path]: { get: { parameters: id, responses: { 200: { description: "Pets." } } } } },
  });
}
