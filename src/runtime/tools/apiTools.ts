import type { CallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../../text/record.ts";
import type { ApiDefinition, JsonObject, ServerDefinition, ToolDefinition } from "../definition.ts";
import { createErrorResult } from "../mcp/toolResult.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { readAddedHeaders } from "../upstream/addedHeaders.ts";
import type { CallApi, UpstreamCall } from "../upstream/callApi.ts";
import { resolveBaseUrl } from "../upstream/resolveBaseUrl.ts";
import type { UpstreamResponse } from "../upstream/sendUpstreamRequest.ts";
import { listCredentialForms } from "../upstream/upstreamCredentials.ts";
import { formatUpstreamFailure } from "../upstream/upstreamFailure.ts";
import { type RuntimeTool, type ToolCallContext, ToolError } from "./codeTool.ts";
import { createFieldFilter } from "./fieldFilter.ts";
import { type JoinedPages, joinPages } from "./joinPages.ts";
import {
  decodeText,
  listContentBlocks,
  maximumResponseCharacters,
  type ResponseContent,
  readResponseContent,
  shortenRepeatedContent,
} from "./responseContent.ts";

/** A tool for an operation of an API; the search also uses the path in `request`. */
export interface ApiTool extends RuntimeTool {
  readonly request: ToolDefinition["request"];
}

/** Creates the tools of a definition. Each one sends one request to the API and returns the response. */
export function createApiTools(
  definition: ServerDefinition,
  callApi: CallApi,
  environment: RuntimeEnvironment,
): ApiTool[] {
  return definition.tools.map((tool) => {
    const { values, inputSchema } = readConstantInput(definition.api, tool, environment);
    return {
      ...tool,
      inputSchema,
      exactNumbers: true,
      hasUpstream: true,
      run: async (input, context) => {
        const send = (sent: JsonObject) => callApi(tool, { ...sent, ...values }, context);
        return createResult(tool, await readAnswer({ ...tool, inputSchema }, { input, send, context }), context);
      },
    };
  });
}

interface ToolCall {
  readonly input: JsonObject;
  readonly send: (input: JsonObject) => Promise<UpstreamCall>;
  readonly context: ToolCallContext;
}

async function readAnswer(tool: ToolDefinition, { input, send, context }: ToolCall): Promise<JoinedPages> {
  const first = await send(input);
  const { pages, fields } = tool.response ?? {};
  if (!pages || first.response.status >= 300) return { call: first, notes: [] };
  const trim = fields ? createFieldFilter(fields) : (value: unknown) => value;
  return joinPages(tool, pages, { input, first, send, trim, signal: context.signal });
}

function createResult(
  tool: ToolDefinition,
  { call: { response, request, credentials }, notes }: JoinedPages,
  context: ToolCallContext,
): CallToolResult {
  const { status, statusText, headers, bytes } = response;
  context.note("status", status);
  const mask = createMask(listCredentialForms(credentials));
  if (status >= 400) {
    const text = mask(decodeText(response) ?? new TextDecoder().decode(bytes));
    const retryAfter = headers.get("Retry-After");
    return createErrorResult(
      formatUpstreamFailure({ status, statusText, text, retryAfter, host: request.url.host, credentials }),
    );
  }
  const uri = `${request.url.origin}${request.url.pathname}`;
  const read = readResponseContent(response, {
    mask,
    advice: formatAdvice(tool.inputSchema),
    uri: mask(uri),
    ...(tool.response?.fields && { trim: createFieldFilter(tool.response.fields) }),
    maximumCharacters: tool.response?.maxCharacters ?? maximumResponseCharacters,
  });
  const complete = { ...read, notes: [...notes.map(mask), ...read.notes] };
  const answer = response.openAfter === undefined ? complete : markIncomplete(complete, response, response.openAfter);
  if (tool.outputSchema === undefined) return { content: listContentBlocks(answer) };
  return addStructuredContent({ status, ...answer }, context.fits);
}

function markIncomplete(read: ResponseContent, { bytes }: UpstreamResponse, limit: string): ResponseContent {
  const note = `Incomplete: the stream was still open after ${limit}, the limit of this server.`;
  if (bytes.byteLength === 0) return { ...read, content: [], notes: [`${note} Nothing whole had come.`] };
  return { ...read, notes: [...read.notes, `${note} More would have come.`] };
}

/** An upstream may repeat a credential in its response; the mask replaces it. */
function createMask(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

/** Lists the inputs whose names suggest that they make a response smaller. */
function formatAdvice({ properties }: JsonObject): string {
  const names = Object.keys(isRecord(properties) ? properties : {});
  const useful = names.filter((name) => narrowingParameter.test(name)).slice(0, 8);
  return useful.length > 0
    ? `Ask for less with ${useful.join(", ")}.`
    : "This operation offers no way to ask for less.";
}

const narrowingParameter =
  /limit|page|per_?page|size|count|cursor|offset|skip|^top$|fields|select|include|expand|filter|query|^q$|search|since|before|after|from|to$/i;

/**
 * Adds the structured content that an output schema requires. Clients reject a whole result whose structured content does not fit, and
 * APIs do not always respond as their documents declare. So a body that does not fit is a text in it. VS Code and Claude Code give a model
 * nothing but the structured content, so it has the notes too.
 */
export function addStructuredContent(
  response: ResponseContent & { readonly status: number },
  fits: (content: JsonObject) => boolean,
): CallToolResult {
  const { status, value, text, notes } = response;
  const note = (...more: readonly string[]) => {
    const all = [...more, ...notes].join("\n");
    return all === "" ? {} : { note: all };
  };
  const candidates: JsonObject[] = [
    ...(value === undefined ? [] : [{ status, body: value, ...note() }]),
    ...(text === undefined ? [{ status, ...note() }] : [{ status, text, ...note(bodyAsText) }]),
    { status, body: null, ...(text === undefined ? note() : { text, ...note(bodyAsText) }) },
  ];
  const fitting = candidates.find((one) => fits(one));
  if (fitting) {
    const content = listContentBlocks(shortenRepeatedContent(response));
    return { content, structuredContent: { ...fitting } };
  }
  const failure = createErrorResult(
    `The call succeeded (${status}): do not repeat it. Its response is too long, or differs from the API's document:`,
  );
  return { ...failure, content: [...failure.content, ...listContentBlocks(response)] };
}

const bodyAsText = "The body is in `text`, because it is too long or differs from the API's document.";

/** The inputs of a tool that the environment sets, and the schema of those that neither they nor added headers replace. */
interface ConstantInput {
  readonly values: JsonObject;
  readonly inputSchema: JsonObject;
}

function readConstantInput(
  api: ApiDefinition,
  { inputSchema, request }: ToolDefinition,
  environment: RuntimeEnvironment,
): ConstantInput {
  const values = Object.fromEntries(
    request.parameters.flatMap(({ property, variable }) => {
      const value = variable === undefined ? undefined : environment[variable];
      return value ? [[property, value]] : [];
    }),
  );
  const added = listAddedNames(api, request, environment);
  const sent = request.parameters.filter(
    ({ in: location, name }) => location === "header" && added.has(name.toLowerCase()),
  );
  const replaced = new Set([...Object.keys(values), ...sent.map(({ property }) => property)]);
  if (replaced.size === 0) return { values, inputSchema };
  const isAsked = (name: string) => !replaced.has(name);
  const { properties, required, ...rest } = inputSchema;
  return {
    values,
    inputSchema: {
      ...rest,
      properties: Object.fromEntries(
        Object.entries(isRecord(properties) ? properties : {}).filter(([name]) => isAsked(name)),
      ),
      required: Array.isArray(required) ? required.filter((name) => isAsked(String(name))) : [],
    },
  };
}

/** The headers that the environment adds to the requests of a tool. */
function listAddedNames(
  api: ApiDefinition,
  request: ToolDefinition["request"],
  environment: RuntimeEnvironment,
): ReadonlySet<string> {
  try {
    return new Set(readAddedHeaders(environment, resolveBaseUrl(api, request, environment)).map(({ name }) => name));
  } catch (error) {
    // Each call of the tool fails with this error.
    if (error instanceof ToolError) return new Set();
    throw error;
  }
}
