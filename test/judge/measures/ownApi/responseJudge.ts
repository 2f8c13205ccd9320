import { createRequire } from "node:module";
import type { DescribedApi, DescribedOperation } from "./describedApi.ts";

const require = createRequire(import.meta.url);

export interface JudgedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Returns the problems of a response. */
export type ResponseJudge = (of: DescribedOperation, answer: JudgedResponse) => readonly string[];

interface Diagnostic {
  readonly message: string;
  readonly severity: number;
}

/** An independent judge: the validator of `@stoplight/prism-http`, which `prism proxy --errors` uses for each response. */
export async function createResponseJudge({ document }: DescribedApi): Promise<ResponseJudge> {
  const { getHttpOperationsFromSpec } = require("@stoplight/prism-http");
  const { validateOutput } = require("@stoplight/prism-http/dist/validator");
  const resources: { method: string; path: string }[] = await getHttpOperationsFromSpec(document);
  return (of, { status, headers, text }) => {
    const resource = resources.find(({ method, path }) => method.toUpperCase() === of.method && path === of.path);
    if (!resource) return ["The document does not have the operation."];
    if (status === 0) return [text];
    if (status >= 500) return [`It answered ${status}: ${text.slice(0, 300)}`];
    // Prism only warns when the document does not declare a failure status.
    if (!of.statuses.includes(status)) return [`The document does not have its ${status}: ${text.slice(0, 300)}`];
    const element = { statusCode: status, headers, body: bodyOf(headers["content-type"], text) };
    const judged: { _tag: string; left?: readonly Diagnostic[] } = validateOutput({ resource, element });
    return judged._tag === "Left"
      ? (judged.left ?? []).map(({ message }) => `${status}: ${message} ${text.slice(0, 300)}`)
      : [];
  };
}

/** Parses a body as Prism does. */
function bodyOf(type: string | undefined, text: string): unknown {
  return text !== "" && /[/+]json\b/.test(type ?? "") ? JSON.parse(text) : text || undefined;
}
