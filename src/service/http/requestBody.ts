import { ServiceProblem } from "./serviceProblem.ts";

/** Bytes a request's body may have. */
export const requestBodyLimit = 32 * 1024 * 1024;

/** Bytes of a form, which is read before anybody has proven who they are. */
export const formBodyLimit = 64 * 1024;

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

/**
 * The text of a request's body. The media type is insisted on because a browser sends the others (`text/plain`)
 * to any host without asking first.
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
  const announced = request.headers.get("Content-Length");
  if (Number(announced ?? 0) > limit) throw tooLarge();
  // No longer than announced, as HTTP has it. Read in one go it needs no web stream, which costs more than the rest of a small request.
  const bytes = announced === null ? await readStream(request, limit) : new Uint8Array(await request.arrayBuffer());
  if (bytes === undefined || bytes.length > limit) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The body is not UTF-8 text.", { cause: error });
  }
}

/** undefined: it is longer than `limit`. */
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
