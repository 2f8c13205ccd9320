import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import type { FileEntry } from "../../contract/files.ts";
import { type ServerSource, serverVariableSchema } from "../../contract/servers.ts";
import { readUploadedParts } from "../../generator/document/problemFiles.ts";
import { createStarterFiles } from "../../generator/starter/starterFiles.ts";
import type { FileContent } from "../../text/files/fileContent.ts";
import { joinPartTexts } from "../../text/joinPartTexts.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { ServiceContext } from "../context.ts";
import type { AddressZone } from "../network/addressZone.ts";
import type { ServerRow } from "../storage/rows/serverRow.ts";
import { createSha256DigestInBackground } from "../storage/sha256Digest.ts";
import { fetchDocument } from "./fetchDocument.ts";
import { type GeneratedVersion, generatedVersionSchema } from "./generatedVersion.ts";
import { readVersionSkills } from "./versionSkills.ts";

interface VersionNames {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly version: string;
}

/** What a generated manifest adds to a variable. A manifest is not refused because of them. */
const variableNotes = {
  sentTo: z.array(z.string()).optional().catch(undefined),
  sentAs: z.string().optional().catch(undefined),
  documentation: z.string().optional().catch(undefined),
  credential: serverVariableSchema.shape.credential.catch(undefined),
};

/** The part of the MCP registry's `server.json` that lists the server's environment variables. */
const manifestSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  packages: z
    .array(
      z.looseObject({
        environmentVariables: z
          .array(
            z.looseObject({
              name: z.string(),
              description: z.string().default(""),
              isRequired: z.boolean().default(false),
              isSecret: z.boolean().default(false),
              hosts: z.array(z.string()).optional(),
              ...variableNotes,
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

/** Takes the uploaded files unchanged. Their `server.json`, if present, becomes the manifest. */
function readUploadedFiles(source: Extract<ServerSource, { kind: "files" }>, server: VersionNames): GeneratedVersion {
  const manifestFile = source.files.find(({ path }) => path === "server.json");
  const parsed =
    manifestFile &&
    manifestSchema.safeParse(tryParseJson(Buffer.from(manifestFile.content, manifestFile.encoding).toString()));
  const manifest = parsed?.success ? parsed.data : undefined;
  const variables = (manifest?.packages ?? []).flatMap(({ environmentVariables }) => environmentVariables);
  return {
    files: source.files,
    entry: source.entry,
    manifest: manifest ?? { name: `local/${server.slug}`, description: server.description, version: server.version },
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()].map(
      ({ name, description, isRequired, isSecret, hosts, sentTo, sentAs, documentation, credential }) => ({
        name,
        description,
        required: isRequired,
        secret: isSecret,
        ...(hosts && { hosts }),
        ...(sentTo && { sentTo }),
        ...(sentAs !== undefined && { sentAs }),
        ...(documentation !== undefined && { documentation }),
        ...(credential && { credential }),
      }),
    ),
    accounts: source.accounts ?? [],
    toolCount: null,
    title: manifest?.title ?? server.name,
    description: manifest?.description ?? server.description,
    problems: manifestFile && !manifest ? [unreadableManifest] : [],
  };
}

const unreadableManifest = {
  severity: "warning",
  code: "manifest_unreadable",
  message: "server.json is not a server manifest, so the variables of the server are unknown.",
  pointer: "",
} as const;

/** A source with its document fetched, if it has one. */
export interface FetchedSource {
  readonly source: ServerSource;
  readonly document?: { readonly text: string; readonly digest: string };
  /** The files of the skills that the version has besides those of the source. */
  readonly skillFiles?: readonly FileEntry[];
  /** The files that say which tools the latest version has. */
  readonly latest?: readonly FileContent[];
}

/** `from` is where the user is in the network. */
export async function fetchSource(
  source: ServerSource,
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<FetchedSource> {
  if (source.kind !== "openapi") return { source };
  const text = source.document ?? (await fetchDocument(source.url ?? "", from, signal));
  const all = joinPartTexts(text, readUploadedParts(source).parts);
  return { source, document: { text, digest: await createSha256DigestInBackground(Buffer.from(all)) } };
}

/** Creates the files and facts of a version from a source, with its skills. */
export async function createGeneratedVersion(
  context: ServiceContext,
  fetched: FetchedSource,
  server: ServerRow,
  version: string,
  signal: AbortSignal,
): Promise<GeneratedVersion> {
  const material = await createMaterial(context, fetched, server, version, signal);
  const { skillFiles = [] } = fetched;
  const replaced = new Set(skillFiles.map(({ path }) => path));
  const files = [...material.files.filter(({ path }) => !replaced.has(path)), ...skillFiles];
  const { names, problems } = await readVersionSkills(files);
  return { ...material, files, skills: names, problems: [...material.problems, ...problems] };
}

async function createMaterial(
  context: ServiceContext,
  { source, document, latest = [] }: FetchedSource,
  server: ServerRow,
  version: string,
  signal: AbortSignal,
): Promise<GeneratedVersion> {
  const { name, slug, description } = server;
  if (source.kind === "files") return readUploadedFiles(source, { name, slug, description, version });
  const runtime = await Promise.all(context.runtimeFiles.map(readRuntimeFile));
  if (source.kind === "template") {
    const starter = createStarterFiles({ name, slug, version, runtime });
    return generatedVersionSchema.parse({ ...starter, title: name, description, accounts: [], problems: [] });
  }
  const { include, baseUrl, maxTools, constants, url, path, parts } = source;
  const request = {
    source: {
      document: document?.text ?? "",
      ...(path !== undefined && { path }),
      ...(parts && { parts }),
      ...(include && { include }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(maxTools !== undefined && { maxTools }),
      ...(constants && { constants }),
    },
    name,
    slug,
    version,
    runtime,
    latest,
    ...(url !== undefined && { documentUrl: url }),
  };
  return context.generate(request, signal);
}

async function readRuntimeFile(file: string): Promise<FileEntry> {
  return { path: basename(file), encoding: "utf8", content: await readFile(file, "utf8") };
}
