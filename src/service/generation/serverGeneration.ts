import { isDeepStrictEqual } from "node:util";
import { incrementVersion } from "../../contract/semanticVersion.ts";
import type { ServerSource, SourceProblem } from "../../contract/servers.ts";
import type { AttachedSkill } from "../../contract/skills.ts";
import { isSurfaceFile } from "../../surface/generatedSurface.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { publishVersion } from "../registry/publishVersion.ts";
import { toVersionContent, type VersionContent } from "../registry/versionContent.ts";
import { findVersionRow, readVersionFiles } from "../registry/versions.ts";
import { createRoundRobinLimiter } from "../roundRobinLimiter.ts";
import { removeUnusedBlobs, saveBlob } from "../storage/blobs.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { ServerRow } from "../storage/rows/serverRow.ts";
import { bindStoredSecrets } from "../storage/secretAddresses.ts";
import { copyRenamedValues } from "../storage/serverEnvironment.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { createGeneratedVersion, type FetchedSource, fetchSource } from "./createGeneratedVersion.ts";
import { type GeneratedVersion, UnusableSourceError } from "./generatedVersion.ts";
import { compressSource, type StoredSource, summarizeServerSource } from "./serverSource.ts";
import { changeSkillFiles, skillsFolder } from "./versionSkills.ts";

interface GenerationRequest {
  readonly server: ServerRow;
  readonly source: ServerSource;
  /** Changes of the skills of the latest version. */
  readonly skills: readonly AttachedSkill[];
  readonly version: string | undefined;
  readonly organizationId: string;
  readonly publishedBy: string;
}

/** Generates versions of servers in the background. */
export interface ServerGeneration {
  /** Marks the server as generating and starts after the commit. */
  start(request: GenerationRequest): void;
  /** Stops running generations and records them as failed. */
  close(): Promise<void>;
}

/** Each generation takes a core and up to hundreds of megabytes. An organization has one at a time, so that none holds up others. */
const maxConcurrent = 2;
const interrupted = "The service was stopped during the generation. Generate again.";

export function createServerGeneration(context: ServiceContext): ServerGeneration {
  const ending = new AbortController();
  const running = new Map<string, Promise<unknown>>();
  const limit = createRoundRobinLimiter(maxConcurrent);
  // Generations of the previous process cannot continue.
  context.db.run(
    "UPDATE servers SET status = 'failed', status_detail = ?, etag = etag + 1 WHERE status = 'generating'",
    interrupted,
  );
  const startInBackground = (request: GenerationRequest) => {
    const work = limit(request.organizationId, () => generate(context, request, ending.signal)).finally(() =>
      running.delete(request.server.id),
    );
    running.set(request.server.id, work);
  };
  return {
    start: (request) => {
      const { name, id } = request.server;
      if (running.has(id)) throw new ServiceProblem("conflict", `"${name}" is already being generated.`);
      checkVersion(context, request);
      context.db.run(
        `UPDATE servers SET status = 'generating', status_detail = NULL, problems_json = '[]', etag = etag + 1, updated_at = ?
         WHERE id = ?`,
        ...[context.clock().toISOString(), request.server.id],
      );
      context.db.afterCommit(() => startInBackground(request));
    },
    close: async () => {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}

function checkVersion(context: ServiceContext, { server, version }: GenerationRequest): void {
  if (version === undefined || !isTaken(context, server, version)) return;
  throw new ServiceProblem(
    "conflict",
    `"${server.name}" already has a version ${version}. Choose another version number.`,
  );
}

function isTaken(context: ServiceContext, server: ServerRow, version: string): boolean {
  return server.artifact_id !== null && findVersionRow(context.db, server.artifact_id, version) !== undefined;
}

async function generate(context: ServiceContext, request: GenerationRequest, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    const kept = readKeptFiles(context, request);
    const fetched = { ...(await fetchSource(request.source, context.userZone, signal)), ...kept };
    const newVersion = await createNewVersion(context, request, fetched, signal);
    const storedSource = await compressSource(request.source);
    signal.throwIfAborted();
    saveSuccess(context, request, fetched, storedSource, newVersion);
  } catch (error) {
    const { detail, problems } = signal.aborted
      ? { detail: interrupted, problems: [] }
      : describeFailure(context, request, error);
    const recordFailure = () => saveFailure(context, request, detail, problems);
    await retryDatabaseWrite(context, `The end of generating ${request.server.id}`, recordFailure, signal);
  }
}

/** A folder has its own skills and names. A version that is made here keeps those of the latest one. */
function readKeptFiles(
  context: ServiceContext,
  { server, source, skills }: GenerationRequest,
): Required<Pick<FetchedSource, "skillFiles" | "latest">> {
  const latest = server.artifact_id === null ? undefined : findVersionRow(context.db, server.artifact_id);
  const before = source.kind === "files" || !latest ? [] : readVersionFiles(context.db, latest.id);
  const skillsBefore = before.filter(({ path }) => path.startsWith(skillsFolder));
  return {
    skillFiles: changeSkillFiles(
      skillsBefore.map(({ path, encoding, content }) => {
        return { path, encoding, content: Buffer.from(content).toString(encoding) };
      }),
      skills,
    ),
    latest: before
      .filter(({ path }) => isSurfaceFile(path))
      .map(({ path, content }) => ({ path, bytes: new Uint8Array(content) })),
  };
}

function describeFailure(context: ServiceContext, { server }: GenerationRequest, error: unknown) {
  if (error instanceof UnusableSourceError) return { detail: error.message, problems: error.problems };
  if (error instanceof ServiceProblem) return { detail: error.message, problems: [] };
  context.log("error", `Generating ${server.id}: ${error instanceof Error ? error.stack : error}`);
  const reason = describeStorageFailure(error);
  if (reason !== undefined) return { detail: `The service's data folder: ${reason}`, problems: [] };
  return { detail: `The generator failed: ${error instanceof Error ? error.message : error}`, problems: [] };
}

interface NewVersion {
  readonly material: GeneratedVersion;
  readonly content: VersionContent;
  /** null: the content equals the latest version, so nothing is published. */
  readonly version: string | null;
}

async function createNewVersion(
  context: ServiceContext,
  request: GenerationRequest,
  fetched: FetchedSource,
  signal: AbortSignal,
): Promise<NewVersion> {
  const { server, version } = request;
  const latest = server.artifact_id === null ? undefined : findVersionRow(context.db, server.artifact_id);
  if (version === undefined && latest && isSameSource(server, fetched)) {
    const material = await createGeneratedVersion(context, fetched, server, latest.version, signal);
    const content = toVersionContent(material.files);
    if (content.digest === latest.digest) return { material, content, version: null };
  }
  const next = version ?? incrementVersion(latest?.version, (candidate) => isTaken(context, server, candidate));
  const material = await createGeneratedVersion(context, fetched, server, next, signal);
  return { material, content: toVersionContent(material.files), version: next };
}

/** The version number is part of the generated files, so only a generation with the latest number shows whether they changed. */
function isSameSource(server: ServerRow, { source, document }: FetchedSource): boolean {
  const { title, skills, ...previous } = server.source_summary_json ?? {};
  const { title: _, ...current } = summarizeServerSource(source, document);
  return isDeepStrictEqual(previous, current);
}

function saveSuccess(
  context: ServiceContext,
  request: GenerationRequest,
  fetched: FetchedSource,
  storedSource: StoredSource,
  newVersion: NewVersion,
): void {
  const { server, source } = request;
  const { material } = newVersion;
  const document = fetched.document && { digest: fetched.document.digest, title: material.title };
  context.db.transaction(() => {
    saveBlob(context, storedSource.digest, storedSource.content);
    const artifactId =
      newVersion.version === null
        ? server.artifact_id
        : publishNewVersion(context, request, newVersion, newVersion.version);
    bindStoredSecrets(context, server.id, material.accounts);
    copyRenamedValues(context, server, material.formerNames ?? {});
    context.db.run(
      `UPDATE servers SET status = 'ready', status_detail = NULL, problems_json = ?, source_digest = ?, source_summary_json = ?,
         artifact_id = ?, variables_json = ?, accounts_json = ?, tool_count = ?, etag = etag + 1, updated_at = ? WHERE id = ?`,
      JSON.stringify(material.problems),
      storedSource.digest,
      JSON.stringify({
        ...summarizeServerSource(source, document),
        ...(material.skills?.length && { skills: material.skills }),
      }),
      artifactId,
      JSON.stringify(material.variables),
      JSON.stringify(material.accounts),
      material.toolCount,
      context.clock().toISOString(),
      server.id,
    );
    if (server.source_digest !== null && server.source_digest !== storedSource.digest)
      removeUnusedBlobs(context, [server.source_digest]);
  });
}

function publishNewVersion(
  context: ServiceContext,
  request: GenerationRequest,
  newVersion: NewVersion,
  version: string,
): string {
  const { server, organizationId, publishedBy } = request;
  const { description, manifest, entry, variables, accounts, toolCount } = newVersion.material;
  const { artifact_id: id, slug: name, name: title } = server;
  return publishVersion(context, {
    artifact: { id, organizationId, kind: "server", name, title, description },
    version: {
      version,
      content: newVersion.content,
      manifest,
      publishedBy,
      notes: "",
      server: { entry, variables, accounts, toolCount },
    },
  });
}

/** Records the failure. The source, the versions and the variables do not change. */
function saveFailure(
  context: ServiceContext,
  { server }: GenerationRequest,
  detail: string,
  problems: readonly SourceProblem[],
): void {
  context.db.run(
    "UPDATE servers SET status = 'failed', status_detail = ?, problems_json = ?, etag = etag + 1, updated_at = ? WHERE id = ?",
    ...[detail, JSON.stringify(problems), context.clock().toISOString(), server.id],
  );
}
