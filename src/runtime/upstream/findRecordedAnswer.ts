import { maskedValue, type RecordedAnswer, type UpstreamExchange } from "../../contract/mcp/upstreamExchange.ts";
import { isSameJson } from "../../text/number/isSameJson.ts";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";

type SentRequest = Pick<UpstreamExchange, "method" | "url" | "requestBody">;

/** Finds the first answer whose request is the same. A masked value represents any, and the order of the query does not matter. */
export function findRecordedAnswer(
  recorded: readonly RecordedAnswer[],
  { method, url, requestBody }: SentRequest,
): RecordedAnswer | undefined {
  const sent = new URL(url);
  return recorded.find((answer) => {
    const [path = "", query = ""] = answer.path.split("?");
    return (
      answer.method.toUpperCase() === method &&
      isSameText(path, sent.pathname) &&
      isSameText(normalizeQuery(query), normalizeQuery(sent.search.slice(1))) &&
      (answer.body === undefined || isSameBody(answer.body, requestBody?.text ?? ""))
    );
  });
}

/** Without masked pairs, because a run without credentials sends none. */
function normalizeQuery(query: string): string {
  const pairs = query.split("&").filter((pair) => pair !== "" && !pair.endsWith(`=${maskedValue}`));
  return pairs.sort().join("&");
}

function isSameBody(recorded: string, sent: string): boolean {
  const [a, b] = [tryParseExactJson(recorded), tryParseExactJson(sent)];
  if (a === undefined || b === undefined) return isSameText(recorded, sent);
  // With masked values, the properties are compared in their order.
  return isSameJson(a, b) || isSameText(JSON.stringify(a), JSON.stringify(b));
}

/** Whether the parts between masked values occur in the text in their order. */
function isSameText(recorded: string, sent: string): boolean {
  const [first = "", ...parts] = recorded.split(maskedValue);
  const last = parts.pop();
  if (last === undefined) return recorded === sent;
  if (!sent.startsWith(first) || !sent.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = sent.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= sent.length - last.length;
}
