import { Readable } from "node:stream";
import type { z } from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { createSha256Digest } from "../storage/sha256Digest.ts";
import { type BlobCache, createBlobCache } from "./blobCache.ts";
import type { BaseImage } from "./image.ts";
import {
  type Descriptor,
  imageConfigSchema,
  imageIndexSchema,
  imageManifestSchema,
  mediaTypes,
  type Platform,
} from "./imageFormat.ts";
import type { ImageLayer } from "./imageLayer.ts";
import { formatImageReference, parseImageReference } from "./imageReference.ts";
import { openRepository, type Repository } from "./registryClient.ts";
import type { FindRegistryCredentials } from "./registryCredentials.ts";
import { RegistryError } from "./registryError.ts";

/** Remembers the digest that a tag had when it was used first. */
export interface BaseImagePins {
  read(reference: string): string | undefined;
  write(reference: string, digest: string): void;
}

export interface BaseImages {
  /** Reads a base image from its registry, or from the cache once it was read. */
  resolve(reference: string, platform: Platform, signal: AbortSignal): Promise<BaseImage>;
}

interface BaseImagesOptions {
  /** Where downloaded layers are. */
  readonly folder: string;
  readonly pins: BaseImagePins;
  readonly findCredentials: FindRegistryCredentials;
}

export function createBaseImages({ folder, pins, findCredentials }: BaseImagesOptions): BaseImages {
  const cache = createBlobCache(folder);
  return {
    resolve: async (text, platform, signal) => {
      const reference = parseImageReference(text);
      const name = formatImageReference(reference);
      const repository = openRepository(reference, findCredentials);
      const pinned = reference.digest ?? pins.read(name);
      const digest = pinned ?? createSha256Digest(await repository.readManifest(reference.tag ?? "latest", signal));
      const content = await readBaseImage({ repository, cache, name, signal }, digest, platform);
      if (pinned === undefined) pins.write(name, digest);
      return { reference: formatImageReference({ ...reference, digest }), platform, ...content };
    },
  };
}

interface BaseImageSource {
  readonly repository: Repository;
  readonly cache: BlobCache;
  /** For messages. */
  readonly name: string;
  readonly signal: AbortSignal;
}

async function readBaseImage(
  source: BaseImageSource,
  digest: string,
  platform: Platform,
): Promise<Pick<BaseImage, "layers" | "environment">> {
  const { repository, cache, name, signal } = source;
  const manifest = await readPlatformManifest(source, digest, platform);
  await cache.fill(manifest.config, () => repository.readBlob(manifest.config, signal), signal);
  const config = parse(imageConfigSchema, await cache.read(manifest.config.digest), name);
  const actual = `${config.os}/${config.architecture}`;
  if (actual !== `${platform.os}/${platform.architecture}`)
    throw new RegistryError(`The image ${name} is for ${actual}, not for ${platform.os}/${platform.architecture}.`);
  const diffIds = config.rootfs.diff_ids;
  if (diffIds.length !== manifest.layers.length)
    throw new RegistryError(`The image ${name} names ${diffIds.length} layers and has ${manifest.layers.length}.`);
  const layers = manifest.layers.map((layer, index) => createCachedLayer(cache, layer, diffIds[index] ?? "", name));
  await Promise.all(layers.map((layer) => cache.fill(layer, () => repository.readBlob(layer, signal), signal)));
  return { layers, environment: config.config?.Env ?? [] };
}

/** Reads the manifest; of an index, the manifest for the platform. */
async function readPlatformManifest(
  source: BaseImageSource,
  digest: string,
  platform: Platform,
): Promise<z.output<typeof imageManifestSchema>> {
  const { name } = source;
  const content = await readCachedManifest(source, digest);
  const index = imageIndexSchema.safeParse(parseContent(content)).data;
  if (!index) return parse(imageManifestSchema, content, name);
  const found = index.manifests.find(
    (one) => one.platform?.os === platform.os && one.platform.architecture === platform.architecture,
  );
  if (!found) throw new RegistryError(`The image ${name} does not exist for ${platform.os}/${platform.architecture}.`);
  return parse(imageManifestSchema, await readCachedManifest(source, found.digest), name);
}

async function readCachedManifest({ repository, cache, signal }: BaseImageSource, digest: string): Promise<Buffer> {
  const cached = await cache.read(digest);
  if (cached && createSha256Digest(cached) === digest) return cached;
  const content = await repository.readManifest(digest, signal);
  await cache.fill({ digest, size: content.length }, async () => Readable.from([content]), signal);
  return content;
}

function createCachedLayer(cache: BlobCache, layer: Descriptor, diffId: string, name: string): ImageLayer {
  return { ...layer, mediaType: toOciType(layer.mediaType, name), diffId, open: () => cache.open(layer.digest) };
}

/** Docker's layers are the same as those of OCI under an older name. */
function toOciType(mediaType: string, name: string): string {
  if (mediaType === mediaTypes.dockerGzipLayer) return mediaTypes.gzipLayer;
  const known: readonly string[] = [mediaTypes.layer, mediaTypes.gzipLayer, mediaTypes.zstdLayer];
  if (known.includes(mediaType)) return mediaType;
  throw new RegistryError(`The image ${name} has a layer of the type ${mediaType}, which is not supported.`);
}

function parse<Schema extends z.ZodType>(schema: Schema, content: Buffer | undefined, name: string): z.output<Schema> {
  const parsed = schema.safeParse(parseContent(content));
  if (parsed.success) return parsed.data;
  throw new RegistryError(`${name} is not an image that can be read here.`);
}

const parseContent = (content: Buffer | undefined) => tryParseJson(content?.toString() ?? "");
