import { openapiDocument } from "./openapi/openapiDocument.ts";

process.stdout.write(`${JSON.stringify(openapiDocument(), null, 2)}\n`);
