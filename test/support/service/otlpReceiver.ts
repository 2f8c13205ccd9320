import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

const valueSchema = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.union([z.number(), z.string()]) }).transform(({ intValue }) => Number(intValue)),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const resourceSchema = z.object({ attributes: attributesSchema });

const spanSchema = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional() },
  ...{ name: z.string(), kind: z.number(), attributes: attributesSchema },
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }),
});
const traceRequest = z.object({
  resourceSpans: z.array(
    z.object({ resource: resourceSchema, scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) }),
  ),
});

const pointSchema = z.object({
  attributes: attributesSchema,
  asInt: z.union([z.number(), z.string()]).optional(),
  asDouble: z.number().optional(),
  count: z.union([z.number(), z.string()]).optional(),
  explicitBounds: z.array(z.number()).optional(),
});
const dataSchema = z.object({ dataPoints: z.array(pointSchema) }).default({ dataPoints: [] });
const metricRequest = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: resourceSchema,
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({ name: z.string(), unit: z.string(), sum: dataSchema, gauge: dataSchema, histogram: dataSchema }),
          ),
        }),
      ),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof spanSchema>;

/** Receives OTLP over HTTP with JSON, and parses what arrives. `respond` replaces the response. */
export async function startOtlpReceiver(respond = (response: ServerResponse): unknown => response.end("{}")) {
  const texts: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, z.output<typeof pointSchema>[]>();
  const resources: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    texts.push(body);
    headers.push(request.headers);
    if (request.url === "/v1/traces")
      for (const { resource, scopeSpans } of traceRequest.parse(JSON.parse(body)).resourceSpans) {
        resources.push(resource.attributes);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    else
      for (const { resource, scopeMetrics } of metricRequest.parse(JSON.parse(body)).resourceMetrics) {
        resources.push(resource.attributes);
        for (const { name, sum, gauge, histogram } of scopeMetrics.flatMap((scope) => scope.metrics))
          metrics.set(name, [...sum.dataPoints, ...gauge.dataPoints, ...histogram.dataPoints]);
      }
    respond(response);
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    ...{ texts, headers, spans, metrics, resources },
    /** The only span of a name. */
    span: (name: string): ReceivedSpan => {
      const [span, ...others] = spans.filter((one) => one.name === name);
      if (!span || others.length > 0)
        throw new Error(
          `${others.length + (span ? 1 : 0)} spans ${name} of ${spans.map((one) => one.name).join(", ")}`,
        );
      return span;
    },
    close,
  };
}
