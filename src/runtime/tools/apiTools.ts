import type { CallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../../text/record.ts";
import type { AccountTokens } from "../accounts/accountTokens.ts";
import type { JsonObject, ServerDefinition, ToolDefinition } from "../definition.ts";
import { createErrorResult } from "../mcp/toolResult.ts";
import { type RuntimeEnvironment, readRuntimeSettings } from "../runtimeSettings.ts";
import { resolveBaseUrl } from "../upstream/resolveBaseUrl.ts";
import { sendUpstreamRequest, type UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";
import {
  listCredentialForms,
  renewUpstreamCredentials,
  resolveUpstreamCredentials,
  type UpstreamCredential,
} from "../upstream/upstreamCredentials.ts";
import { formatUpstreamFailure } from "../upstream/upstreamFailure.ts";
import { createUpstreamRequest, type UpstreamRequest } from "../upstream/upstreamRequest.ts";
import type { RuntimeTool, ToolCallContext } from "./codeTool.ts";
import { type ResponseContent, readResponseContent } from "./responseContent.ts";

/** A tool that stands for an operation of an API; `request` lets a search find it by its path. */
export interface ApiTool extends RuntimeTool {
  readonly request: ToolDefinition["request"];
}

/** The tools of a definition: each sends one request to the API and gives its answer to the model. */
export function createApiTools(
  definition: ServerDefinition,
  environment: RuntimeEnvironment,
  accounts: AccountTokens,
): ApiTool[] {
  const settings = readRuntimeSettings(environment);
  const userAgent = `${definition.name}/${definition.version}`;
  return definition.tools.map((tool) => ({
    ...tool,
    run: async (input, context) => {
      const { signal } = context;
      const base = resolveBaseUrl(definition.api, tool.request, environment);
      const limits = { timeoutMs: settings.upstreamTimeoutMs, maxBytes: settings.upstreamMaxBytes, signal };
      const exchange = async (sent: readonly UpstreamCredential[]): Promise<Exchange> => {
        const request = createUpstreamRequest(tool.request, { base, input, credentials: sent });
        if (!request.headers.has("User-Agent")) request.headers.set("User-Agent", userAgent);
        return { request, sent, answer: await sendUpstreamRequest(request, limits), context };
      };
      const source = { environment, accounts, signal };
      const first = await exchange(
        await resolveUpstreamCredentials(tool.request.security, definition.api.security, source),
      );
      const renewed = first.answer.status === 401 ? await renewUpstreamCredentials(first.sent, source) : undefined;
      return result(tool, renewed ? await exchange(renewed) : first);
    },
  }));
}

interface Exchange {
  readonly request: UpstreamRequest;
  readonly answer: UpstreamResponse;
  readonly sent: readonly UpstreamCredential[];
  readonly context: ToolCallContext;
}

function result(tool: ToolDefinition, { answer, request, sent, context }: Exchange): CallToolResult {
  const { status, statusText, headers, bytes } = answer;
  context.note("status", status);
  const masked = masking(listCredentialForms(sent));
  if (status >= 400) {
    const text = masked(new TextDecoder().decode(bytes));
    const retryAfter = headers.get("Retry-After");
    return createErrorResult(
      formatUpstreamFailure({ status, statusText, text, retryAfter, host: request.url.host, credentials: sent }),
    );
  }
  const uri = `${request.url.origin}${request.url.pathname}`;
  const read = readResponseContent(answer, { masked, advice: advice(tool.inputSchema), uri: masked(uri) });
  if (tool.outputSchema === undefined) return { content: read.content };
  return addStructuredContent({ status, ...read }, context.fits);
}

/** An upstream may repeat the key it was given; no one else needs to see it. */
function masking(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

/** Names the inputs that make an answer smaller, as far as their names tell. */
function advice({ properties }: JsonObject): string {
  const names = Object.keys(isRecord(properties) ? properties : {});
  const useful = names.filter((name) => narrowing.test(name)).slice(0, 8);
  return useful.length > 0
    ? `Ask for less with ${useful.join(", ")}.`
    : "This operation offers no way to ask for less.";
}

const narrowing =
  /limit|page|per_?page|size|count|cursor|offset|skip|^top$|fields|select|include|expand|filter|query|^q$|search|since|before|after|from|to$/i;

/**
 * An answer with the structured content that a declared output schema asks for. Clients refuse content that does not fit, and with it
 * the whole answer; an API that answers otherwise than its document says must not cost the model what it did say. So the body is left
 * out of the structured part where it does not fit, and stays in the text.
 */
export function addStructuredContent(
  answer: ResponseContent & { readonly status: number },
  fits: (content: JsonObject) => boolean,
): CallToolResult {
  const { status, value, content } = answer;
  const candidates: JsonObject[] = [
    ...(value === undefined ? [] : [{ status, body: value }]),
    { status },
    { status, body: null },
  ];
  const fitting = candidates.find((one) => fits(one));
  if (fitting) return { content, structuredContent: { ...fitting } };
  const told = createErrorResult(
    `The call succeeded (${status}): do not repeat it. Its answer is too long, or not what the API's document declares:`,
  );
  return { ...told, content: [...told.content, ...content] };
}
