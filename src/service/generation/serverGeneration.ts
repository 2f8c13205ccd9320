import { isDeepStrictEqual } from "node:util";
import { incrementVersion } from "../../contract/semanticVersion.ts";
import type { ServerSource, SourceProblem } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { publishVersion } from "../registry/publishVersion.ts";
import { toVersionContent, type VersionContent } from "../registry/versionContent.ts";
import { findVersionRow } from "../registry/versions.ts";
import { createSemaphore } from "../semaphore.ts";
import { removeUnusedBlobs, saveBlob } from "../storage/blobs.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { ServerRow } from "../storage/rows/serverRow.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { createGeneratedVersion, type FetchedSource, fetchSource } from "./createGeneratedVersion.ts";
import type { GeneratedVersion } from "./generatedVersion.ts";
import { compressSource, type StoredSource, summarizeServerSource } from "./serverSource.ts";
import { UnusableSourceError } from "./unusableSourceError.ts";

interface GenerationOrder {
  readonly server: ServerRow;
  readonly source: ServerSource;
  readonly version: string | undefined;
  readonly organizationId: string;
  readonly publishedBy: string;
}

/** Makes versions of servers, in the background. */
export interface ServerGeneration {
  /** Marks the server as generating and begins once that is durable. */
  start(order: GenerationOrder): void;
  /** Ends what runs; it is told as failed. */
  close(): Promise<void>;
}

/** One machine generates two at a time: each takes a core and up to hundreds of megabytes. */
const atATime = 2;
const interrupted = "The service was stopped during the generation. Generate again.";

export function createServerGeneration(context: ServiceContext): ServerGeneration {
  const ending = new AbortController();
  const running = new Map<string, Promise<unknown>>();
  const turn = createSemaphore(atATime);
  // What the last process left behind will not be finished by anybody.
  context.db.run(
    "UPDATE servers SET status = 'failed', status_detail = ?, etag = etag + 1 WHERE status = 'generating'",
    interrupted,
  );
  const begin = (order: GenerationOrder) => {
    const work = turn(() => run(context, order, ending.signal)).finally(() => running.delete(order.server.id));
    running.set(order.server.id, work);
  };
  return {
    start: (order) => {
      const { name, id } = order.server;
      if (running.has(id)) throw new ServiceProblem("conflict", `"${name}" is being generated already.`);
      checkVersion(context, order);
      context.db.run(
        `UPDATE servers SET status = 'generating', status_detail = NULL, problems_json = '[]', etag = etag + 1, updated_at = ?
         WHERE id = ?`,
        ...[context.clock().toISOString(), order.server.id],
      );
      context.db.afterCommit(() => begin(order));
    },
    close: async () => {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}

function checkVersion(context: ServiceContext, { server, version }: GenerationOrder): void {
  if (version === undefined || !isTaken(context, server, version)) return;
  throw new ServiceProblem("conflict", `"${server.name}" has a version ${version} already; a version never changes.`);
}

function isTaken(context: ServiceContext, server: ServerRow, version: string): boolean {
  return server.artifact_id !== null && findVersionRow(context.db, server.artifact_id, version) !== undefined;
}

async function run(context: ServiceContext, order: GenerationOrder, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    const ready = await fetchSource(order.source, signal);
    const made = await makeVersion(context, order, ready, signal);
    const kept = await compressSource(order.source);
    signal.throwIfAborted();
    succeed(context, order, ready, kept, made);
  } catch (error) {
    const { detail, problems } = signal.aborted ? { detail: interrupted, problems: [] } : toldOf(context, order, error);
    const keep = () => fail(context, order, detail, problems);
    await retryDatabaseWrite(context, `The end of generating ${order.server.id}`, keep, signal);
  }
}

function toldOf(context: ServiceContext, { server }: GenerationOrder, error: unknown) {
  if (error instanceof UnusableSourceError) return { detail: error.message, problems: error.problems };
  if (error instanceof ServiceProblem) return { detail: error.message, problems: [] };
  context.log("error", `Generating ${server.id}: ${error instanceof Error ? error.stack : error}`);
  const reason = describeStorageFailure(error);
  if (reason !== undefined) return { detail: `The service's data folder: ${reason}`, problems: [] };
  return { detail: `The generator failed: ${error instanceof Error ? error.message : error}`, problems: [] };
}

interface Made {
  readonly material: GeneratedVersion;
  readonly content: VersionContent;
  /** null: the content is that of the latest version, so there is nothing to publish. */
  readonly version: string | null;
}

async function makeVersion(
  context: ServiceContext,
  order: GenerationOrder,
  ready: FetchedSource,
  signal: AbortSignal,
): Promise<Made> {
  const { server, version } = order;
  const latest = server.artifact_id === null ? undefined : findVersionRow(context.db, server.artifact_id);
  if (version === undefined && latest && isSameSource(server, ready)) {
    const material = await createGeneratedVersion(context, ready, server, latest.version, signal);
    const content = toVersionContent(material.files);
    if (content.digest === latest.digest) return { material, content, version: null };
  }
  const next = version ?? incrementVersion(latest?.version, (wanted) => isTaken(context, server, wanted));
  const material = await createGeneratedVersion(context, ready, server, next, signal);
  return { material, content: toVersionContent(material.files), version: next };
}

/** Only then can the content be the same: the version's number is part of what is generated, so that has to be tried. */
function isSameSource(server: ServerRow, { source, document }: FetchedSource): boolean {
  const { title, ...known } = server.source_summary_json ?? {};
  const { title: _, ...now } = summarizeServerSource(source, document);
  return isDeepStrictEqual(known, now);
}

function succeed(
  context: ServiceContext,
  order: GenerationOrder,
  ready: FetchedSource,
  kept: StoredSource,
  made: Made,
): void {
  const { server, source } = order;
  const { material } = made;
  const document = ready.document && { digest: ready.document.digest, title: material.title };
  context.db.transaction(() => {
    saveBlob(context, kept.digest, kept.content);
    const artifactId = made.version === null ? server.artifact_id : publishMade(context, order, made, made.version);
    context.db.run(
      `UPDATE servers SET status = 'ready', status_detail = NULL, problems_json = ?, source_digest = ?, source_summary_json = ?,
         artifact_id = ?, variables_json = ?, accounts_json = ?, tool_count = ?, etag = etag + 1, updated_at = ? WHERE id = ?`,
      JSON.stringify(material.problems),
      kept.digest,
      JSON.stringify(summarizeServerSource(source, document)),
      artifactId,
      JSON.stringify(material.variables),
      JSON.stringify(material.accounts),
      material.toolCount,
      context.clock().toISOString(),
      server.id,
    );
    if (server.source_digest !== null && server.source_digest !== kept.digest)
      removeUnusedBlobs(context, [server.source_digest]);
  });
}

function publishMade(context: ServiceContext, order: GenerationOrder, made: Made, version: string): string {
  const { server, organizationId, publishedBy } = order;
  const { title, description, manifest, entry, variables, accounts, toolCount } = made.material;
  return publishVersion(context, {
    artifact: { id: server.artifact_id, organizationId, kind: "server", name: server.slug, title, description },
    version: {
      version,
      content: made.content,
      manifest,
      publishedBy,
      notes: "",
      server: { entry, variables, accounts, toolCount },
    },
  });
}

/** The source, the versions and the variables stay as they were. */
function fail(
  context: ServiceContext,
  { server }: GenerationOrder,
  detail: string,
  problems: readonly SourceProblem[],
): void {
  context.db.run(
    "UPDATE servers SET status = 'failed', status_detail = ?, problems_json = ?, etag = etag + 1, updated_at = ? WHERE id = ?",
    ...[detail, JSON.stringify(problems), context.clock().toISOString(), server.id],
  );
}
