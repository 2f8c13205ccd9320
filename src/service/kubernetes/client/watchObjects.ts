import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ClusterClient } from "./clusterClient.ts";
import { ClusterError, ClusterStatusError } from "./clusterError.ts";

/** What every object has. */
export interface WatchedObject {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string | undefined };
}

interface WatchOptions<T extends WatchedObject> {
  /** The collection: `/api/v1/namespaces/default/pods`. */
  readonly path: string;
  readonly labelSelector: string;
  readonly schema: z.ZodType<T>;
  /** Called with all objects after each change, at least once. */
  readonly onChange: (objects: readonly T[]) => void;
  /** Called with each failure after which the watch goes on. */
  readonly onFailure?: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const metadataSchema = z.looseObject({ resourceVersion: z.string() });
const listSchema = z.looseObject({ metadata: metadataSchema, items: z.array(z.unknown()) });
const eventSchema = z.looseObject({
  type: z.enum(["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"]),
  object: z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string().optional() }).optional() }),
});
const statusSchema = z.looseObject({
  code: z.number().optional(),
  message: z.string().optional(),
  reason: z.string().optional(),
});

/** The API server ends a watch after this time, which shows that the connection still works. */
const watchSeconds = 290;
const firstPauseMs = 250;
const longestPauseMs = 15_000;

/**
 * Lists the objects and follows their changes until `signal` is aborted: a watch that ends is opened again where it ended, and if the
 * API has forgotten that place (410), the objects are listed again. Rejects only if the first list is refused.
 */
export async function watchObjects<T extends WatchedObject>(
  client: ClusterClient,
  options: WatchOptions<T>,
): Promise<void> {
  const { signal, onFailure = () => {} } = options;
  const objects = new Map<string, T>();
  let resourceVersion: string | undefined;
  let hasListed = false;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      if (resourceVersion === undefined) {
        resourceVersion = await listObjects(client, options, objects);
        hasListed = true;
        options.onChange([...objects.values()]);
      }
      for await (const version of followChanges(client, options, objects, resourceVersion)) {
        resourceVersion = version;
        pauseMs = firstPauseMs;
      }
      await delay(firstPauseMs, undefined, { signal, ref: false });
    } catch (error) {
      if (signal.aborted) return;
      if (!hasListed && isRefused(error)) throw error;
      // Whatever was missed is in the new list.
      resourceVersion = undefined;
      if (isExpired(error)) continue;
      onFailure(error);
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}

const isRefused = (error: unknown) => error instanceof ClusterStatusError && [401, 403, 404].includes(error.status);
const isExpired = (error: unknown) => error instanceof ClusterStatusError && error.status === 410;

async function listObjects<T extends WatchedObject>(
  client: ClusterClient,
  { path, labelSelector, schema, signal }: WatchOptions<T>,
  objects: Map<string, T>,
): Promise<string> {
  const list = await client.send({ path, query: { labelSelector } }, listSchema, signal);
  objects.clear();
  for (const item of list.items) {
    const object = parseObject(schema, item, path);
    objects.set(object.metadata.name, object);
  }
  return list.metadata.resourceVersion;
}

/** Yields the version up to which the changes are known, after each event. */
async function* followChanges<T extends WatchedObject>(
  client: ClusterClient,
  { path, labelSelector, schema, signal, onChange }: WatchOptions<T>,
  objects: Map<string, T>,
  resourceVersion: string,
): AsyncGenerator<string> {
  const query = {
    watch: "true",
    allowWatchBookmarks: "true",
    timeoutSeconds: String(watchSeconds),
    labelSelector,
    resourceVersion,
  };
  const response = await client.open({ path, query }, signal);
  response.setTimeout((watchSeconds + 30) * 1000, () => response.destroy(new Error("The watch was silent.")));
  for await (const { type, object } of readEvents(response)) {
    if (type === "ERROR") throw createStatusError(object);
    const version = object.metadata?.resourceVersion;
    if (type !== "BOOKMARK") {
      const changed = parseObject(schema, object, path);
      if (type === "DELETED") objects.delete(changed.metadata.name);
      else objects.set(changed.metadata.name, changed);
      onChange([...objects.values()]);
    }
    if (version !== undefined) yield version;
  }
}

async function* readEvents(response: IncomingMessage): AsyncGenerator<z.output<typeof eventSchema>> {
  for await (const line of createInterface({ input: response })) {
    if (line === "") continue;
    const event = eventSchema.safeParse(tryParseJson(line)).data;
    if (!event) throw new ClusterError("The cluster sent an event of an unknown form.");
    yield event;
  }
}

function createStatusError(object: unknown): ClusterStatusError {
  const { code = 0, message = "The watch failed.", reason = "" } = statusSchema.safeParse(object).data ?? {};
  return new ClusterStatusError(message, code, reason);
}

function parseObject<T>(schema: z.ZodType<T>, object: unknown, path: string): T {
  const parsed = schema.safeParse(object);
  if (parsed.success) return parsed.data;
  throw new ClusterError(`The cluster listed an object of an unknown form in ${path}.`);
}
