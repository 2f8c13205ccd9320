import type { AnswerDifference } from "../contract/routes/previewRoutes.ts";
import { isRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";

/** What a tool answers. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

const mostDifferences = 50;
const mostVisited = 100_000;
const deepest = 100;
const longestValue = 200;

/** Where two answers differ, each path once. A text that is JSON is compared as JSON. Very large and deep answers are compared in part. */
export function compareAnswers(live: ToolAnswer, preview: ToolAnswer): readonly AnswerDifference[] {
  const differences = new Map<string, AnswerDifference>();
  let visited = 0;
  const compare = (one: unknown, other: unknown, path: string, depth = 0): void => {
    visited += 1;
    if (visited > mostVisited || depth > deepest || differences.size >= mostDifferences || Object.is(one, other))
      return;
    if (Array.isArray(one) && Array.isArray(other)) {
      for (let index = 0; index < Math.max(one.length, other.length); index += 1)
        compare(one[index], other[index], `${path}[*]`, depth + 1);
    } else if (isRecord(one) && isRecord(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[name], other[name], `${path}${formatName(name)}`, depth + 1);
    } else if (!differences.has(path)) {
      differences.set(path, { path, ...formatValue("live", one), ...formatValue("preview", other) });
    }
  };
  compare(readValue(live), readValue(preview), "$");
  return [...differences.values()];
}

/** The differences that are not below a path at which two answers of one version differ. */
export function omitUnstable(
  differences: readonly AnswerDifference[],
  unstable: readonly string[],
): readonly AnswerDifference[] {
  const isBelow = (path: string, parent: string) => path === parent || /^[.[]/.test(path.slice(parent.length));
  return differences.filter(({ path }) => !unstable.some((one) => path.startsWith(one) && isBelow(path, one)));
}

const readValue = ({ structured, text }: ToolAnswer): unknown => structured ?? tryParseJson(text) ?? text;

const formatName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

function formatValue(side: "live" | "preview", value: unknown): Partial<AnswerDifference> {
  if (value === undefined) return {};
  const text = JSON.stringify(value);
  return { [side]: text.length > longestValue ? `${text.slice(0, longestValue)}…` : text };
}
