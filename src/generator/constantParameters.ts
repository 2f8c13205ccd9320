import type { ServerVariable } from "../contract/servers.ts";
import type { ParameterDefinition, ToolDefinition } from "../runtime/definition.ts";
import { asList, asObject, asText } from "./document/jsonValues.ts";
import { createUniqueName } from "./document/uniqueName.ts";
import { toVariableName } from "./operation/variableNames.ts";

/** Fewer tools do not repeat much. */
const fewestTools = 5;
/** The share of the tools that want a constant, such as an account or the version of the API. */
const leastShare = 0.8;

interface ConstantParameters<Offered> {
  readonly tools: readonly Offered[];
  readonly variables: readonly ServerVariable[];
}

/** Lets the environment set the text parameters that nearly every tool wants; tools then do not ask for them. */
export function offerConstantParameters<Offered extends { readonly tool: ToolDefinition }>(
  tools: readonly Offered[],
): ConstantParameters<Offered> {
  const wanted = tools.flatMap(({ tool }) =>
    tool.request.parameters.flatMap((parameter) => {
      const schema = asObject(asObject(tool.inputSchema.properties)[parameter.property]);
      const isWanted = parameter.in === "header" || asList(tool.inputSchema.required).includes(parameter.property);
      return isWanted && schema.type === "string" ? [{ key: toKey(tool, parameter), parameter, schema }] : [];
    }),
  );
  const common = [...Map.groupBy(wanted, ({ key }) => key)].filter(
    ([, uses]) => tools.length >= fewestTools && uses.length >= leastShare * tools.length,
  );
  const names = new Map<string, string>();
  const variables = common.flatMap(([key, uses]): ServerVariable[] => {
    const [use] = uses;
    if (!use) return [];
    const taken = new Set(names.values());
    const name = createUniqueName(`API_PARAMETER_${toVariableName(use.parameter.name)}`, (one) => taken.has(one));
    names.set(key, name);
    const purpose = asText(use.schema.description);
    const effect = `${uses.length} of ${tools.length} operations want the ${use.parameter.in} parameter ${use.parameter.name}. Once this is set, tools do not ask for it.`;
    return [{ name, required: false, secret: false, description: [effect, purpose].filter(Boolean).join(" ") }];
  });
  return { tools: tools.map((one) => ({ ...one, tool: nameVariables(one.tool, names) })), variables };
}

/** What stands before a parameter in the path says what it is: `{id}` means another thing in each place. */
const toKey = ({ request }: ToolDefinition, { in: location, name }: ParameterDefinition) =>
  location === "path" ? `path ${request.path.split(`{${name}}`)[0]}${name}` : `${location} ${name}`;

function nameVariables(tool: ToolDefinition, names: ReadonlyMap<string, string>): ToolDefinition {
  const parameters = tool.request.parameters.map((parameter) => {
    const variable = names.get(toKey(tool, parameter));
    return variable === undefined || parameter.fixed !== undefined ? parameter : { ...parameter, variable };
  });
  return { ...tool, request: { ...tool.request, parameters } };
}
