import * as z from "zod";
import { operationNames } from "../../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import { createOpenapiDocument } from "../../../../src/service/openapi/openapiDocument.ts";

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
});

/** An operation, and the statuses that our document has for it. */
export interface DescribedOperation {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  /** The names of its parameters. */
  readonly query: readonly string[];
  /** The type of its body. */
  readonly body: string | undefined;
  readonly statuses: readonly number[];
}

export interface DescribedApi {
  readonly document: object;
  readonly operations: readonly DescribedOperation[];
}

export function describeApi(): DescribedApi {
  const document = documentSchema.parse(JSON.parse(JSON.stringify(createOpenapiDocument())));
  const operations = operationNames.map((name) => {
    const { method, path, query, body, ...more } = operationTable[name];
    const type = "encoding" in more ? "application/x-www-form-urlencoded" : "application/json";
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
    return {
      ...{ name, method, path, query: Object.keys(query.shape), body: body ? type : undefined },
      statuses: Object.keys(responses).map(Number),
    };
  });
  return { document, operations };
}
