import type { Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import { programVersion } from "../programFiles.ts";
import { createComponentSchemas } from "./componentSchemas.ts";
import { createOperationItem } from "./operationItem.ts";
import {
  openapiTags,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
  sharedSecuritySchemes,
} from "./sharedComponents.ts";

/** The contract's operations as an OpenAPI 3.1 document. `baseUrl` is the URL of the service. */
export function createOpenapiDocument(baseUrl = "http://127.0.0.1:8080"): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Fairlead service",
      version: programVersion(),
      summary: "Generate, deploy and watch MCP servers.",
      description:
        "Lists are pages, newest first: `limit` and `cursor` in, `items` and `nextCursor` out. Failures are RFC 9457 problems. Unknown fields are rejected.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "The service on this machine." }],
    tags: openapiTags,
    paths: createPaths(),
    components: {
      schemas: createComponentSchemas(),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes: sharedSecuritySchemes,
    },
  };
}

function createPaths(): object {
  const items: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries<Operation>(operationTable)) {
    items[operation.path] = {
      ...items[operation.path],
      [operation.method.toLowerCase()]: createOperationItem(name, operation),
    };
  }
  return items;
}
