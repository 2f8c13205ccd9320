import { setTimeout as delay } from "node:timers/promises";
import { type KubeConfig, type KubernetesObject, ListWatch, Watch } from "@kubernetes/client-node";
import * as z from "zod";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";
import { ClusterError, ClusterStatusError } from "./clusterError.ts";

/** What every object has. */
export interface WatchedObject {
  readonly metadata: { readonly name: string };
}

export interface WatchOptions<T extends WatchedObject> {
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

interface WatchParts {
  readonly readConfig: () => KubeConfig;
  readonly send: <T>(
    request: { readonly path: string; readonly query: Readonly<Record<string, string>> },
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ) => Promise<T>;
}

const listSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ resourceVersion: z.string() }),
  items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })),
});

const firstPauseMs = 250;
const longestPauseMs = 15_000;

/** Follows objects until `signal` is aborted. After a failure they are listed again. Rejects only if the first list is refused. */
export async function watchObjects<T extends WatchedObject>(
  parts: WatchParts,
  options: WatchOptions<T>,
): Promise<void> {
  const { signal, onFailure = () => {} } = options;
  let hasListed = false;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      await followObjects(parts, options, (kind) => {
        hasListed = true;
        // A list alone does not show that the watch works too.
        if (kind === "changed") pauseMs = firstPauseMs;
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!hasListed && isRefused(error)) throw error;
      onFailure(error);
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}

const isRefused = (error: unknown) => error instanceof ClusterStatusError && [401, 403, 404].includes(error.status);

/** Rejects when the library stops to follow, and when `signal` is aborted. No request lives on then. */
async function followObjects<T extends WatchedObject>(
  { readConfig, send }: WatchParts,
  { path, labelSelector, schema, onChange, signal }: WatchOptions<T>,
  onProgress: (kind: "listed" | "changed") => void,
): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const following = new AbortController();
  let isListing = false;
  const report = () => {
    if (signal.aborted || following.signal.aborted) return;
    try {
      onChange(informer.list().map((object) => parseObject(schema, object, path)));
    } catch (error) {
      reject(error);
    }
  };
  // The library reports each object of a list by itself. It compares a list at once, so the list is passed on as a whole afterwards.
  const list = async () => {
    const found = await send({ path, query: { labelSelector } }, listSchema, following.signal);
    isListing = true;
    setImmediate(() => {
      isListing = false;
      onProgress("listed");
      report();
    });
    return found;
  };
  const watch = new BoundWatch(readConfig(), following.signal);
  const informer = new ListWatch<KubernetesObject>(path, watch, list, false, labelSelector);
  informer.on("change", () => {
    if (isListing) return;
    onProgress("changed");
    report();
  });
  informer.on("error", reject);
  informer.start().catch(reject);
  try {
    return await waitUnlessAborted(promise, signal);
  } finally {
    following.abort();
    await informer.stop();
  }
}

/** Ends with a signal. The library does not catch a credential that cannot be read, and asks for no bookmarks. */
class BoundWatch extends Watch {
  readonly #signal: AbortSignal;
  constructor(config: KubeConfig, signal: AbortSignal) {
    super(config);
    this.#signal = signal;
  }

  override async watch(...[path, query, onEvent, onEnd]: Parameters<Watch["watch"]>): Promise<AbortController> {
    try {
      const request = await super.watch(path, { ...query, allowWatchBookmarks: true }, onEvent, onEnd);
      // A request that was sent meanwhile is not known to the library when it stops.
      if (this.#signal.aborted) request.abort();
      return request;
    } catch (error) {
      onEnd(error);
      return new AbortController();
    }
  }
}

function parseObject<T>(schema: z.ZodType<T>, object: unknown, path: string): T {
  const parsed = schema.safeParse(object);
  if (parsed.success) return parsed.data;
  throw new ClusterError(`The cluster listed an object of an unknown form in ${path}.`);
}
