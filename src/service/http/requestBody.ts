import { ServiceProblem } from "./serviceProblem.ts";

/** The most bytes of a request body. */
export const requestBodyLimit = 32 * 1024 * 1024;

/** The most bytes of the bodies that a key sends at the same time. */
const heldBodiesLimit = 4 * requestBodyLimit;
const heldBytes = new Map<string, number>();

/** Reads a body of at most `bytes` that a key sends. The service holds what has arrived of a body until the rest has. */
export async function holdBody<T>(keyId: string, bytes: number, read: () => Promise<T>): Promise<T> {
  const change = (by: number) => {
    const held = (heldBytes.get(keyId) ?? 0) + by;
    if (held > heldBodiesLimit)
      throw new ServiceProblem("rate_limited", "This key sends too many large bodies at the same time.", {
        headers: { "Retry-After": "1" },
      });
    if (held > 0) heldBytes.set(keyId, held);
    else heldBytes.delete(keyId);
  };
  change(bytes);
  try {
    return await read();
  } finally {
    change(-bytes);
  }
}

/** The most bytes of a form. The service reads forms before it authenticates the client. */
export const formBodyLimit = 64 * 1024;

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/**
 * Reads the text of a request body. It requires the media type, because browsers send other types (`text/plain`) to any host
 * without a preflight request.
 */
export async function readRequestBody(
  request: Request,
  encoding: keyof typeof mediaTypes,
  limit: number,
): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== mediaTypes[encoding]) {
    throw new ServiceProblem("unsupported_media_type", `The body must be ${mediaTypes[encoding]}.`);
  }
  const tooLarge = () => new ServiceProblem("too_large", `A body may have at most ${limit} bytes.`);
  const contentLength = request.headers.get("Content-Length");
  if (Number(contentLength ?? 0) > limit) throw tooLarge();
  // HTTP guarantees that the body is not longer than Content-Length. `arrayBuffer` avoids a web stream, which would dominate the cost of a small request.
  const bytes = contentLength === null ? await readStream(request, limit) : new Uint8Array(await request.arrayBuffer());
  if (bytes === undefined || bytes.length > limit) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The body is not UTF-8 text.", { cause: error });
  }
}

/** Returns `undefined` if the body is longer than `limit`. */
async function readStream(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
