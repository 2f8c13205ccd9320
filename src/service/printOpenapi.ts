import { openapiDocument } from "./openapi.ts";

process.stdout.write(`${JSON.stringify(openapiDocument(), null, 2)}\n`);
