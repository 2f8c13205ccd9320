import * as z from "zod";
import { type OperationName, operations } from "./operations.ts";

/** What a caller gives an operation, as one flat object: the fields of its query, then those of its body. */
export function inputSchema(name: OperationName): z.ZodObject {
  const { query, body } = operations[name];
  return z.strictObject({ ...query.shape, ...body?.shape });
}
