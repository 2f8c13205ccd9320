import * as z from "zod";
import { type OperationName, operationTable } from "./operations.ts";

/** Combines the fields of an operation's query and body into one flat object. */
export function operationInputSchema(name: OperationName): z.ZodObject {
  const { query, body } = operationTable[name];
  return z.strictObject({ ...query.shape, ...body?.shape });
}
