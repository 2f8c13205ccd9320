import { isRecord } from "../../text/record.ts";
import type { JsonObject, ToolDefinition } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";

/** The inputs of a tool that the environment sets, and the schema of the others. */
interface ConstantInput {
  readonly values: JsonObject;
  readonly inputSchema: JsonObject;
}

export function readConstantInput(
  { inputSchema, request }: ToolDefinition,
  environment: RuntimeEnvironment,
): ConstantInput {
  const values = Object.fromEntries(
    request.parameters.flatMap(({ property, variable }) => {
      const value = variable === undefined ? undefined : environment[variable];
      return value ? [[property, value]] : [];
    }),
  );
  if (Object.keys(values).length === 0) return { values, inputSchema };
  const isAsked = (name: string) => !Object.hasOwn(values, name);
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
