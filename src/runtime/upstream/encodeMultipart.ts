import { randomUUID } from "node:crypto";

export interface MultipartPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly contentType?: string;
  readonly filename?: string;
}

/**
 * RFC 7578. Written here because `FormData` gives every part that has a content type a file name, and servers take such a part for an
 * upload.
 */
export function encodeMultipart(
  parts: readonly MultipartPart[],
  mediaType: string,
): { contentType: string; bytes: Uint8Array } {
  const boundary = `----${randomUUID()}`;
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${head(part)}\r\n\r\n`, part.content, "\r\n"]);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { contentType: `${mediaType}; boundary=${boundary}`, bytes };
}

function head({ name, filename, contentType }: MultipartPart): string {
  const file = filename === undefined ? "" : `; filename="${quoted(filename)}"`;
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType.replaceAll(/[\r\n]/g, "")}`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}${type}`;
}

/** As browsers escape names. */
const quoted = (text: string) => text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
