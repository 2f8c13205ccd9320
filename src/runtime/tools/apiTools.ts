import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Accounts } from "../accounts/accountTokens.ts";
import type { JsonObject, ServerDefinition, ToolDefinition } from "../definition.ts";
import { errorResult } from "../mcp/toolResult.ts";
import { type Environment, readSettings } from "../runtimeSettings.ts";
import { baseUrl } from "../upstream/resolveBaseUrl.ts";
import { send, type UpstreamAnswer } from "../upstream/sendUpstreamRequest.ts";
import { type Credential, credentials, renewedCredentials, secretForms } from "../upstream/upstreamCredentials.ts";
import { refusalMessage } from "../upstream/upstreamFailure.ts";
import { buildRequest, type UpstreamRequest } from "../upstream/upstreamRequest.ts";
import type { CallContext, Tool } from "./codeTool.ts";
import { readAnswer } from "./responseContent.ts";
import { structured } from "./structuredContent.ts";

/** A tool that stands for an operation of an API; `request` lets a search find it by its path. */
export interface ApiTool extends Tool {
  readonly request: ToolDefinition["request"];
}

/** The tools of a definition: each sends one request to the API and gives its answer to the model. */
export function apiTools(definition: ServerDefinition, environment: Environment, accounts: Accounts): ApiTool[] {
  const settings = readSettings(environment);
  const userAgent = `${definition.name}/${definition.version}`;
  return definition.tools.map((tool) => ({
    ...tool,
    run: async (input, context) => {
      const { signal } = context;
      const base = baseUrl(definition.api, tool.request, environment);
      const limits = { timeoutMs: settings.upstreamTimeoutMs, maxBytes: settings.upstreamMaxBytes, signal };
      const exchange = async (sent: readonly Credential[]): Promise<Exchange> => {
        const request = buildRequest(tool.request, { base, input, credentials: sent });
        if (!request.headers.has("User-Agent")) request.headers.set("User-Agent", userAgent);
        return { request, sent, answer: await send(request, limits), context };
      };
      const source = { environment, accounts, signal };
      const first = await exchange(await credentials(tool.request.security, definition.api.security, source));
      const renewed = first.answer.status === 401 ? await renewedCredentials(first.sent, source) : undefined;
      return result(tool, renewed ? await exchange(renewed) : first);
    },
  }));
}

interface Exchange {
  readonly request: UpstreamRequest;
  readonly answer: UpstreamAnswer;
  readonly sent: readonly Credential[];
  readonly context: CallContext;
}

function result(tool: ToolDefinition, { answer, request, sent, context }: Exchange): CallToolResult {
  const { status, statusText, headers, bytes } = answer;
  context.note("status", status);
  const masked = masking(secretForms(sent));
  if (status >= 400) {
    const text = masked(new TextDecoder().decode(bytes));
    const retryAfter = headers.get("Retry-After");
    return errorResult(
      refusalMessage({ status, statusText, text, retryAfter, host: request.url.host, credentials: sent }),
    );
  }
  const uri = `${request.url.origin}${request.url.pathname}`;
  const read = readAnswer(answer, { masked, advice: advice(tool.inputSchema), uri: masked(uri) });
  if (tool.outputSchema === undefined) return { content: read.content };
  return structured({ status, ...read }, context.fits);
}

/** An upstream may repeat the key it was given; no one else needs to see it. */
function masking(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

/** Names the inputs that make an answer smaller, as far as their names tell. */
function advice({ properties }: JsonObject): string {
  const names = Object.keys(typeof properties === "object" && properties !== null ? properties : {});
  const useful = names.filter((name) => narrowing.test(name)).slice(0, 8);
  return useful.length > 0
    ? `Ask for less with ${useful.join(", ")}.`
    : "This operation offers no way to ask for less.";
}

const narrowing =
  /limit|page|per_?page|size|count|cursor|offset|skip|^top$|fields|select|include|expand|filter|query|^q$|search|since|before|after|from|to$/i;
