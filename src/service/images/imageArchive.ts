import { Readable } from "node:stream";
import type { Image } from "./image.ts";
import { mediaTypes } from "./imageFormat.ts";
import { createTarHeader, createTarPadding, tarEnd } from "./tarEntry.ts";

interface ArchivePart {
  readonly path: string;
  readonly size: number;
  open(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

interface ArchiveOptions {
  /**
   * False leaves out the layers of the base. An engine that has them needs only the last layer, which takes Podman 50 ms instead of
   * 400 ms; one that lacks them refuses the archive.
   */
  readonly withBase?: boolean;
}

/**
 * The image as a tar stream that engines load, under a name such as `localhost/fairlead/weather:1.0.0`. It is an OCI image layout, and
 * its `manifest.json` makes it one that older Docker engines understand too.
 */
export function createImageArchive(image: Image, name: string, { withBase = true }: ArchiveOptions = {}): Readable {
  return Readable.from(writeArchive(listParts(image, name, withBase)), { objectMode: false });
}

function listParts(image: Image, name: string, withBase: boolean): ArchivePart[] {
  const { digest, configDigest, manifest, config } = image;
  const written = withBase ? image.layers : image.layers.slice(-1);
  const layers = [...new Map(written.map((layer) => [layer.digest, layer])).values()];
  return [
    createPart("oci-layout", { imageLayoutVersion: "1.0.0" }),
    createPart("index.json", createIndex(image, name)),
    createPart("manifest.json", [
      { Config: toPath(configDigest), RepoTags: [name], Layers: image.layers.map((layer) => toPath(layer.digest)) },
    ]),
    { path: toPath(digest), size: manifest.length, open: () => [manifest] },
    { path: toPath(configDigest), size: config.length, open: () => [config] },
    ...layers.map((layer) => ({ path: toPath(layer.digest), size: layer.size, open: () => layer.open() })),
  ];
}

/** Podman reads the name from the first annotation, containerd from the second. */
function createIndex({ digest, manifest }: Image, name: string): object {
  const annotations = { "org.opencontainers.image.ref.name": name, "io.containerd.image.name": name };
  return {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: [{ mediaType: mediaTypes.manifest, digest, size: manifest.length, annotations }],
  };
}

const toPath = (digest: string) => `blobs/${digest.replace(":", "/")}`;

function createPart(path: string, value: object): ArchivePart {
  const bytes = Buffer.from(JSON.stringify(value));
  return { path, size: bytes.length, open: () => [bytes] };
}

async function* writeArchive(parts: readonly ArchivePart[]): AsyncGenerator<Uint8Array> {
  for (const { path, size, open } of parts) {
    yield createTarHeader({ path, size, mode: 0o644 });
    let written = 0;
    for await (const chunk of open()) {
      written += chunk.length;
      yield chunk;
    }
    // A shorter or longer file in the cache would shift everything after it.
    if (written !== size) throw new Error(`${path} of the image has ${written} bytes instead of ${size}.`);
    yield createTarPadding(size);
  }
  yield tarEnd;
}
