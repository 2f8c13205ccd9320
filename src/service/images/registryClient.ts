import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { readWholeBody } from "../network/readWholeBody.ts";
import { createSha256Digest } from "../storage/sha256Digest.ts";
import { type Descriptor, digestSchema, mediaTypes } from "./imageFormat.ts";
import { formatImageReference, type ImageReference } from "./imageReference.ts";
import type { FindRegistryCredentials } from "./registryCredentials.ts";
import { RegistryError } from "./registryError.ts";
import { createRegistrySender, type SendRegistryRequest } from "./registryRequest.ts";

/** A repository of a registry, by the OCI Distribution Specification 1.1. */
export interface Repository {
  /** Reads a manifest or index by its tag or digest. */
  readManifest(reference: string, signal: AbortSignal): Promise<Buffer>;
  /** Streams a blob, and fails at its end if the bytes are others than those of the descriptor. */
  readBlob(descriptor: Descriptor, signal: AbortSignal): Promise<Readable>;
  hasBlob(digest: string, signal: AbortSignal): Promise<boolean>;
  /** Uploads a blob in one piece, or takes it from another repository of the registry where that has it. */
  writeBlob(blob: UploadedBlob, signal: AbortSignal): Promise<void>;
  /** Writes a manifest under a tag or its digest. */
  writeManifest(reference: string, content: Buffer, signal: AbortSignal): Promise<void>;
}

interface UploadedBlob extends Pick<Descriptor, "digest" | "size"> {
  open(): Readable;
  /** The repository that may have it. */
  readonly from?: string;
}

/** What the specification asks registries to accept at least. */
const maxManifestBytes = 4 * 1024 * 1024;

const manifestTypes = [
  ...[mediaTypes.index, mediaTypes.manifest, mediaTypes.dockerIndex, mediaTypes.dockerManifest],
].join(", ");

/** Opens a repository. Requests are sent when it is read or written. */
export function openRepository(reference: ImageReference, findCredentials: FindRegistryCredentials): Repository {
  const send = createRegistrySender(reference.registry, findCredentials);
  const name = formatImageReference({ ...reference, tag: undefined, digest: undefined });
  const path = `/v2/${reference.repository}`;
  const reading = { scope: `repository:${reference.repository}:pull`, action: `read ${name}` };
  const writing = { scope: `repository:${reference.repository}:pull,push`, action: `write ${name}` };
  return {
    readManifest: (id, signal) => readManifest(send, { ...reading, path: `${path}/manifests/${id}`, id, signal }),
    readBlob: async (descriptor, signal) => {
      const blobPath = `${path}/blobs/${descriptor.digest}`;
      const response = await send({ ...reading, method: "GET", path: blobPath, accepted: [200], signal });
      return Readable.from(verifyContent(response, descriptor, name), { objectMode: false });
    },
    hasBlob: async (digest, signal) => {
      const blobPath = `${path}/blobs/${digest}`;
      const response = await send({ ...writing, method: "HEAD", path: blobPath, accepted: [200, 404], signal });
      response.resume();
      return response.statusCode === 200;
    },
    writeBlob: (blob, signal) => writeBlob(send, { ...writing, path: `${path}/blobs/uploads/`, signal }, blob),
    writeManifest: async (id, content, signal) => {
      const headers = { "Content-Type": mediaTypes.manifest, "Content-Length": String(content.length) };
      const manifestPath = `${path}/manifests/${id}`;
      const body = () => Readable.from([content]);
      const put = { ...writing, method: "PUT", path: manifestPath, headers, body, accepted: [201], signal } as const;
      (await send(put)).resume();
    },
  };
}

interface RepositoryRequest {
  readonly path: string;
  readonly scope: string;
  readonly action: string;
  readonly signal: AbortSignal;
}

async function readManifest(
  send: SendRegistryRequest,
  { id, ...request }: RepositoryRequest & { readonly id: string },
): Promise<Buffer> {
  const action = `${request.action}${id.includes(":") ? "@" : ":"}${id}`;
  const headers = { Accept: manifestTypes };
  const response = await send({ ...request, action, method: "GET", headers, accepted: [200] });
  const tooLarge = () => new RegistryError(`Cannot ${action}: its manifest is larger than 4 MiB.`);
  const content = await readWholeBody(response, { limit: maxManifestBytes, tooLarge, signal: request.signal });
  if (digestSchema.safeParse(id).success && createSha256Digest(content) !== id)
    throw new RegistryError(`Cannot ${action}: the registry sent a manifest with another digest. Do not use it.`);
  return content;
}

async function* verifyContent(
  content: AsyncIterable<Uint8Array>,
  { digest, size }: Descriptor,
  name: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let length = 0;
  try {
    for await (const chunk of content) {
      length += chunk.length;
      if (length > size) break;
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RegistryError(`Cannot read ${name}: the connection ended (${reason}). Try again.`, { cause: error });
  }
  if (length !== size || `sha256:${hash.digest("hex")}` !== digest)
    throw new RegistryError(`Cannot read ${name}: the registry sent other bytes than those of ${digest}. Try again.`);
}

async function writeBlob(
  send: SendRegistryRequest,
  { path, ...request }: RepositoryRequest,
  { digest, size, from, open }: UploadedBlob,
): Promise<void> {
  const mount = from === undefined ? "" : `?${new URLSearchParams({ mount: digest, from })}`;
  const scope = from === undefined ? request.scope : `${request.scope} repository:${from}:pull`;
  const headers = { "Content-Length": "0" };
  const started = await send({
    ...request,
    scope,
    headers,
    method: "POST",
    path: path + mount,
    accepted: [201, 202],
  });
  started.resume();
  if (started.statusCode === 201) return;
  const { location } = started.headers;
  if (location === undefined)
    throw new RegistryError(`Cannot ${request.action}: the registry gives no upload address.`);
  const target = URL.canParse(location) ? new URL(location) : new URL(location, "resolve:/");
  target.searchParams.set("digest", digest);
  const put = await send({
    ...request,
    method: "PUT",
    path: target.href.replace(/^resolve:/, ""),
    body: open,
    accepted: [201],
    headers: { "Content-Type": "application/octet-stream", "Content-Length": String(size) },
  });
  put.resume();
}
