import { createSha256Digest } from "../storage/sha256Digest.ts";
import { mediaTypes, type Platform } from "./imageFormat.ts";
import type { ImageLayer } from "./imageLayer.ts";

/** The image that another one begins with. */
export interface BaseImage {
  /** Its name with the digest of its manifest: `docker.io/library/node:24-slim@sha256:…`. */
  readonly reference: string;
  readonly platform: Platform;
  readonly layers: readonly ImageLayer[];
  /** `NAME=value`. */
  readonly environment: readonly string[];
}

/** A whole image of the OCI Image Format. */
export interface Image {
  /** The digest of the manifest, by which registries know the image. */
  readonly digest: string;
  /** The digest of the configuration, which engines call the image's id. */
  readonly configDigest: string;
  readonly manifest: Buffer;
  readonly config: Buffer;
  /** Those of the base, then its own. */
  readonly layers: readonly ImageLayer[];
  readonly labels: Readonly<Record<string, string>>;
  readonly platform: Platform;
}

export interface ImageSettings {
  /** `user:group` by number. */
  readonly user: string;
  readonly workingDir: string;
  /** What runs before the command, whose words a container may replace. */
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  /** `NAME=value`. A value replaces the base's. */
  readonly environment?: readonly string[];
  readonly port?: number;
  /** Folders whose content is not part of the image. */
  readonly volumes?: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Puts a layer on a base. There is no time in the bytes, and no name of the base, because the same image may come from a registry that
 * is a mirror of another.
 */
export function createImage(base: BaseImage, layer: ImageLayer, settings: ImageSettings): Image {
  const layers = [...base.layers, layer];
  const labels = sortRecord(settings.labels);
  const config = writeJson({
    created: "1970-01-01T00:00:00Z",
    ...base.platform,
    config: createConfig(base, settings, labels),
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    // Podman builds no image on one whose history does not name each layer.
    history: layers.map(() => ({ created: "1970-01-01T00:00:00Z" })),
  });
  const configDigest = createSha256Digest(config);
  const baseDigest = /@(.*)$/.exec(base.reference)?.[1];
  const manifest = writeJson({
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, digest: configDigest, size: config.length },
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
    annotations: {
      ...(baseDigest !== undefined && { "org.opencontainers.image.base.digest": baseDigest }),
      ...labels,
    },
  });
  return {
    digest: createSha256Digest(manifest),
    configDigest,
    manifest,
    config,
    layers,
    labels,
    platform: base.platform,
  };
}

/** Names as Docker introduced them. */
function createConfig(base: BaseImage, settings: ImageSettings, labels: Image["labels"]): object {
  const { user, port, workingDir, entrypoint, command, volumes = [] } = settings;
  return {
    User: user,
    ...(port !== undefined && { ExposedPorts: { [`${port}/tcp`]: {} } }),
    Env: mergeEnvironment(base.environment, settings.environment ?? []),
    ...(entrypoint && { Entrypoint: entrypoint }),
    Cmd: command,
    ...(volumes.length > 0 && { Volumes: Object.fromEntries(volumes.map((folder) => [folder, {}])) }),
    WorkingDir: workingDir,
    Labels: labels,
  };
}

function mergeEnvironment(base: readonly string[], own: readonly string[]): string[] {
  const toEntry = (assignment: string) => [assignment.split("=", 1)[0], assignment] as const;
  return [...new Map([...base, ...own].map(toEntry)).values()];
}

function sortRecord(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const writeJson = (value: object) => Buffer.from(JSON.stringify(value));
