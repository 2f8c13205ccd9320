import { isRecord } from "../../text/record.ts";
import type { ApiDefinition, JsonObject, ToolDefinition } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { readAddedHeaders } from "../upstream/addedHeaders.ts";
import { resolveBaseUrl } from "../upstream/resolveBaseUrl.ts";
import { ToolError } from "./codeTool.ts";

/** The inputs of a tool that the environment sets, and the schema of those that neither they nor added headers replace. */
interface ConstantInput {
  readonly values: JsonObject;
  readonly inputSchema: JsonObject;
}

export function readConstantInput(
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
