import { ServiceProblem } from "./serviceProblem.ts";

/** The most bytes of a request body. */
export const requestBodyLimit = 32 * 1024 * 1024;

/** The most bytes of the bodies that a key sends at the same time. */
const heldBodiesLimit = 4 * requestBodyLimit;
const heldBytes = new Map<string, number>();

/** Counts the bytes of a body that a key sends. The service holds what has arrived of it until the rest has. */
export function holdBody(keyId: string) {
  let own = 0;
  const change = (by: number) => {
    own += by;
    const held = (heldBytes.get(keyId) ?? 0) + by;
    if (held > 0) heldBytes.set(keyId, held);
    else heldBytes.delete(keyId);
    return held;
  };
  return {
    /** Throws if the key sends too much at the same time. */
    add: (bytes: number) => {
      if (change(bytes) <= heldBodiesLimit) return;
      throw new ServiceProblem("rate_limited", "This key sends too many large bodies at the same time.", {
        headers: { "Retry-After": "1" },
      });
    },
    release: () => void change(-own),
  };
}

/** The most bytes of a form. The service reads forms before it authenticates the client. */
export const formBodyLimit = 64 * 1024;

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/**
 * Reads the text of a request body. It requires the media type, because browsers send other types (`text/plain`) to any host
 * without a preflight request. `onBytes` is called with their number before bytes are held.
 */
export async function readRequestBody(
  request: Request,
  encoding: keyof typeof mediaTypes,
  limit: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== mediaTypes[encoding]) {
    throw new ServiceProblem("unsupported_media_type", `The body must be ${mediaTypes[encoding]}.`);
  }
  const tooLarge = () => new ServiceProblem("too_large", `A body may have at most ${limit} bytes.`);
  const contentLength = request.headers.get("Content-Length");
  if (Number(contentLength ?? 0) > limit) throw tooLarge();
  // HTTP guarantees that the body is not longer than Content-Length. `arrayBuffer` avoids a web stream, which would dominate the cost of a small request.
  if (contentLength !== null) onBytes(Number(contentLength));
  const bytes =
    contentLength === null ? await readStream(request, limit, onBytes) : new Uint8Array(await request.arrayBuffer());
  if (bytes === undefined || bytes.length > limit) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The body is not UTF-8 text.", { cause: error });
  }
}

/** Returns `undefined` if the body is longer than `limit`. */
async function readStream(
  request: Request,
  limit: number,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return undefined;
    onBytes(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
