import { randomUUID } from "node:crypto";

export interface MultipartPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
}

/**
 * Encodes parts by RFC 7578. `FormData` is not usable because it adds a file name to every part with a content type, and servers treat
 * such a part as an upload.
 */
export function encodeMultipart(
  parts: readonly MultipartPart[],
  mediaType: string,
): { contentType: string; bytes: Uint8Array } {
  const boundary = `----${randomUUID()}`;
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${formatPartHeaders(part)}\r\n\r\n`, part.content, "\r\n"]);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { contentType: `${mediaType}; boundary=${boundary}`, bytes };
}

function formatPartHeaders({ name, filename, contentType }: MultipartPart): string {
  const file = filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType.replaceAll(/[\r\n]/g, "")}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}`;
}

/** Browsers escape names this way. */
const escapeName = (text: string) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
