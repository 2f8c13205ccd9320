import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImageContent } from "./containerProcess.ts";

const toDigest = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * Pulls an image by its digest from a registry of this machine, as a node does, and unpacks its last layer: the files of the server. The
 * layers below are Node and its libraries, which this machine has.
 */
export async function pullImage(reference: string, folder: string): Promise<ImageContent | undefined> {
  const [, registry, repository, digest = ""] = /^([^/]+)\/(.+?)(?::[\w.-]+)?@(sha256:\w{64})$/.exec(reference) ?? [];
  const read = async (path: string, expected: string) => {
    const response = await fetch(`http://${registry}/v2/${repository}/${path}/${expected}`, {
      headers: { Accept: "application/vnd.oci.image.manifest.v1+json" },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.ok && toDigest(bytes) === expected ? bytes : undefined;
  };
  const manifest = await read("manifests", digest);
  if (!manifest) return undefined;
  const { layers, config } = JSON.parse(Buffer.from(manifest).toString());
  const [layer, settings] = await Promise.all([read("blobs", layers.at(-1).digest), read("blobs", config.digest)]);
  if (!layer || !settings) return undefined;
  const target = mkdtempSync(join(folder, "image-"));
  const archive = join(target, "layer.tar");
  writeFileSync(archive, layer);
  const { status } = spawnSync("tar", ["-xf", archive, "-C", target]);
  const [, entry = ""] = JSON.parse(Buffer.from(settings).toString()).config.Cmd;
  const root = join(target, "server");
  return status === 0 ? { folder: root, entry: entry.replace(/^\/server\//, "") } : undefined;
}
