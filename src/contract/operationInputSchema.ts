import * as z from "zod";
import { type OperationName, operationTable } from "./operations.ts";

/** What a caller gives an operation, as one flat object: the fields of its query, then those of its body. */
export function operationInputSchema(name: OperationName): z.ZodObject {
  const { query, body } = operationTable[name];
  return z.strictObject({ ...query.shape, ...body?.shape });
}
