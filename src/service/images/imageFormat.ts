import * as z from "zod";

/** The OCI Image Format Specification 1.1: what images consist of. */
export const mediaTypes = {
  manifest: "application/vnd.oci.image.manifest.v1+json",
  index: "application/vnd.oci.image.index.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar",
  gzipLayer: "application/vnd.oci.image.layer.v1.tar+gzip",
  zstdLayer: "application/vnd.oci.image.layer.v1.tar+zstd",
  dockerManifest: "application/vnd.docker.distribution.manifest.v2+json",
  dockerIndex: "application/vnd.docker.distribution.manifest.list.v2+json",
  dockerGzipLayer: "application/vnd.docker.image.rootfs.diff.tar.gzip",
} as const;

export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, "Only digests with SHA-256 are supported.");

const descriptor = z.object({ mediaType: z.string(), digest: digestSchema, size: z.int().nonnegative() });
export type Descriptor = Readonly<z.output<typeof descriptor>>;

/** The system and processor that an image is for, in the words of the Go language: `linux`, `amd64`, `arm64`. */
const platform = z.object({ os: z.string(), architecture: z.string(), variant: z.string().optional() });
export type Platform = Readonly<z.output<typeof platform>>;

/** A list of images of one name for several platforms. */
export const imageIndexSchema = z.object({
  schemaVersion: z.literal(2),
  manifests: z.array(descriptor.extend({ platform: platform.optional() })),
});

export const imageManifestSchema = z.object({
  schemaVersion: z.literal(2),
  config: descriptor,
  layers: z.array(descriptor).max(127),
});

export const imageConfigSchema = z.object({
  ...platform.shape,
  config: z.object({ Env: z.array(z.string()).nullish() }).nullish(),
  rootfs: z.object({ type: z.literal("layers"), diff_ids: z.array(digestSchema) }),
});

/** The platform of containers on this machine: engines on macOS and Windows run Linux too. */
export function getHostPlatform(processor: string = process.arch): Platform {
  const architectures: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386", ppc64: "ppc64le" };
  return { os: "linux", architecture: architectures[processor] ?? processor };
}
