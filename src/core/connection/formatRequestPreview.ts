import type { RequestPreview } from "../../client/client.ts";
import { maskSecrets } from "../../text/maskSecrets.ts";

/** A dialog has no scroll bar. */
const mostLines = 30;
const longestLine = 200;

/** The request line, the headers and the body, as a text of a dialog. */
export function formatRequestPreview({ method, url, headers, body }: RequestPreview): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const content = body === undefined ? [] : ["", ...JSON.stringify(body, null, 2).split("\n")];
  const lines = maskSecrets([...head, ...content].join("\n"), []).split("\n");
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines).map(cutLine), ...(more > 0 ? [`... and ${more} more lines`] : [])].join("\n");
}

function cutLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}...` : line;
}
