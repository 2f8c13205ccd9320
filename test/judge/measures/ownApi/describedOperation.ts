import * as z from "zod";
import { createOpenapiDocument } from "../../../../src/service/openapi/openapiDocument.ts";

/** The parts of JSON Schema that the document uses. */
export type Schema = Readonly<Record<string, unknown>>;

const parameter = z.looseObject({ name: z.string(), in: z.string(), schema: z.record(z.string(), z.unknown()) });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.record(z.string(), z.unknown())),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.record(z.string(), z.unknown()) })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
});

/** An operation as described only by the document. */
export interface DescribedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
  readonly statuses: readonly number[];
}

export interface DescribedApi {
  readonly document: object;
  readonly operations: readonly DescribedOperation[];
  /** Returns the schema or the one it refers to. */
  resolve(schema: Schema): Schema;
}

export function describeApi(): DescribedApi {
  const document = JSON.parse(JSON.stringify(createOpenapiDocument()));
  const { paths, components } = documentSchema.parse(document);
  const resolve = (schema: Schema): Schema => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(schema.$ref ?? "")) ?? [];
    const found = components[kind]?.[name];
    return found ? resolve(found) : schema;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const own = parameters.map((one) => parameter.parse(resolve(one))).filter((one) => one.in === "query");
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        ...{ name: operationId, method: method.toUpperCase(), path },
        query: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
        body: content && { type: content[0], schema: content[1].schema },
        statuses: Object.keys(responses).map(Number),
      };
    }),
  );
  return { document, operations, resolve };
}
