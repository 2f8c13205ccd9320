import { createOpenapiDocument } from "./openapi/openapiDocument.ts";

process.stdout.write(`${JSON.stringify(createOpenapiDocument(), null, 2)}\n`);
