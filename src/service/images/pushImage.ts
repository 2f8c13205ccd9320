import { Readable } from "node:stream";
import type { BaseImage, Image } from "./image.ts";
import { formatImageReference, type ImageReference, parseImageReference } from "./imageReference.ts";
import { openRepository } from "./registryClient.ts";
import type { FindRegistryCredentials } from "./registryCredentials.ts";

interface PushOptions {
  /** With a tag. */
  readonly target: ImageReference;
  readonly base: BaseImage;
  readonly findCredentials: FindRegistryCredentials;
  readonly signal: AbortSignal;
}

/** Uploads what the registry does not have, the manifest last, and returns the reference with the digest. */
export async function pushImage(image: Image, { target, base, findCredentials, signal }: PushOptions): Promise<string> {
  const repository = openRepository(target, findCredentials);
  const { config, configDigest, digest } = image;
  const from = findMountSource(base, target);
  const configBlob = { digest: configDigest, size: config.length, open: () => Readable.from([config]) };
  for (const blob of new Map([...image.layers, configBlob].map((one) => [one.digest, one])).values()) {
    if (await repository.hasBlob(blob.digest, signal)) continue;
    const isOfBase = base.layers.some((layer) => layer.digest === blob.digest);
    await repository.writeBlob({ ...blob, ...(isOfBase && from !== undefined && { from }) }, signal);
  }
  await repository.writeManifest(target.tag ?? digest, image.manifest, signal);
  return formatImageReference({ ...target, digest });
}

/** The base's repository, where it is in the same registry. */
function findMountSource(base: BaseImage, target: ImageReference): string | undefined {
  const { registry, repository } = parseImageReference(base.reference);
  return registry === target.registry && repository !== target.repository ? repository : undefined;
}
