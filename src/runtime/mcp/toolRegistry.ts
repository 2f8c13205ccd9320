import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { endpointKindMeta } from "../../contract/mcp/endpointKind.ts";
import { upstreamProtocol } from "../../contract/mcp/upstreamExchange.ts";
import { openInputSchema } from "../../text/estimateTokens.ts";
import { toPlainNumbers } from "../../text/number/exactNumber.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";
import type { RuntimeLog } from "../runtimeLog.ts";
import { prepareIntegers } from "../schema/prepareIntegers.ts";
import { createChecks, type SchemaValidatorCache } from "../schema/validation.ts";
import { type RuntimeTool, type ToolCallContext, type ToolContext, ToolError } from "../tools/codeTool.ts";
import { createErrorResult, toToolResult } from "./toolResult.ts";

/** The tools of a server by name. Every call checks the input, reports failures and writes a log line. */
export interface ToolRegistry {
  readonly listedTools: ListedTool[];
  /** Whether the exchanges of the tool with the API can be seen. */
  hasUpstream(name: string): boolean;
  /** Returns undefined if there is no tool of that name. */
  call(name: string, input: JsonObject, context: ToolRunContext["context"]): Promise<CallToolResult> | undefined;
}

/** Developers write tool definitions too, so they are validated. */
const listedSchema = z.custom<ListedTool["inputSchema"]>(
  (schema) => isRecord(schema) && schema.type === "object",
  "needs an inputSchema with `type: object`",
);
const nameSchema = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, "needs a name of letters, digits, `_` and `-`");

export function createToolRegistry(tools: readonly RuntimeTool[], log: RuntimeLog): ToolRegistry {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error("Two tools of this server have the same name.");
  const validators = createChecks((reason) => log(`a schema cannot be checked: ${reason}`));
  return {
    listedTools: tools.map(toListedTool),
    hasUpstream: (name) => byName.get(name)?.hasUpstream === true,
    call: (name, input, context) => {
      const tool = byName.get(name);
      return tool && run(tool, input, { validators, context, log });
    },
  };
}

function toListedTool(tool: RuntimeTool): ListedTool {
  const parsed = z.object({ name: nameSchema, inputSchema: listedSchema }).safeParse(tool);
  if (!parsed.data)
    throw new Error(`The tool "${tool.name}" ${parsed.error.issues[0]?.message}.`, { cause: parsed.error });
  const { title, description, outputSchema, annotations } = tool;
  const _meta = createToolMeta(tool);
  const { inputSchema } = parsed.data;
  return {
    name: parsed.data.name,
    inputSchema: tool.hasUpstream ? listedSchema.parse(openInputSchema(inputSchema)) : inputSchema,
    description,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema: listedSchema.parse(outputSchema) }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(Object.keys(_meta).length === 0 ? {} : { _meta }),
  };
}

const createToolMeta = ({ hintReason, group, pinned, endpoint, hasUpstream }: RuntimeTool) => ({
  ...(hintReason === undefined ? {} : { "fairlead/hintReason": hintReason }),
  ...(group === undefined ? {} : { "fairlead/group": group }),
  ...(pinned ? { "fairlead/pinned": true } : {}),
  ...(endpoint === undefined ? {} : { [endpointKindMeta]: endpoint }),
  ...(hasUpstream ? { [upstreamProtocol.exchanges]: true } : {}),
});

interface ToolRunContext {
  readonly validators: SchemaValidatorCache;
  readonly context: ToolContext & Pick<ToolCallContext, "upstream">;
  readonly log: RuntimeLog;
}

async function run(
  tool: RuntimeTool,
  input: JsonObject,
  { validators, context, log }: ToolRunContext,
): Promise<CallToolResult> {
  const started = performance.now();
  const notes = new Map<string, string | number>();
  const result = await runChecked(tool, prepareInput(tool, input), validators, {
    ...context,
    note: (name, value) => notes.set(name, value),
    fits: (content) => findOutputProblems(tool, content, validators).length === 0,
  });
  if (!tool.unlogged) {
    const facts = [...notes].map(([name, value]) => ` ${name}=${value}`).join("");
    log(`tool ${tool.name} ${result.isError ? "failed" : "ok"}${facts} ms=${Math.round(performance.now() - started)}`);
  }
  return result;
}

function prepareInput(tool: RuntimeTool, input: JsonObject): JsonObject {
  const prepared = tool.exactNumbers ? prepareIntegers(tool.inputSchema, input) : toPlainNumbers(input);
  return isRecord(prepared) ? prepared : input;
}

async function runChecked(
  tool: RuntimeTool,
  input: JsonObject,
  validators: SchemaValidatorCache,
  context: ToolCallContext,
) {
  const problems = validators.of(tool.inputSchema)?.(input) ?? [];
  if (problems.length > 0)
    return createErrorResult(`The input does not fit ${tool.name}; the tool did not run.\n${formatBullets(problems)}`);
  try {
    const result = toToolResult(await tool.run(input, context), tool.outputSchema !== undefined);
    const outputProblems = result.isError ? [] : findOutputProblems(tool, result.structuredContent, validators);
    if (outputProblems.length === 0) return result;
    return createErrorResult(
      `${tool.name} ran, but its result does not fit its output schema.\n${formatBullets(outputProblems)}`,
    );
  } catch (error) {
    if (error instanceof ToolError) return createErrorResult(error.message);
    return createErrorResult(`${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function findOutputProblems(
  { outputSchema }: RuntimeTool,
  content: unknown,
  validators: SchemaValidatorCache,
): string[] {
  return outputSchema === undefined ? [] : (validators.of(outputSchema)?.(content) ?? []);
}

const formatBullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");
