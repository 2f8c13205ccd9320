import * as z from "zod";
import { createOpenapiDocument } from "../../../../src/service/openapi/openapiDocument.ts";

const parameter = z.looseObject({ name: z.string(), in: z.string() });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.record(z.string(), z.unknown())),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
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
  /** The names of its parameters. */
  readonly query: readonly string[];
  readonly body: { readonly type: string } | undefined;
  readonly statuses: readonly number[];
}

export interface DescribedApi {
  readonly document: object;
  readonly operations: readonly DescribedOperation[];
}

export function describeApi(): DescribedApi {
  const document = JSON.parse(JSON.stringify(createOpenapiDocument()));
  const { paths, components } = documentSchema.parse(document);
  const resolve = (part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(part.$ref ?? "")) ?? [];
    const found = components[kind]?.[name];
    return found ? resolve(found) : part;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const own = parameters.map((one) => parameter.parse(resolve(one))).filter((one) => one.in === "query");
      const [type] = Object.keys(requestBody?.content ?? {});
      return {
        ...{ name: operationId, method: method.toUpperCase(), path },
        query: own.map(({ name }) => name),
        body: type === undefined ? undefined : { type },
        statuses: Object.keys(responses).map(Number),
      };
    }),
  );
  return { document, operations };
}
