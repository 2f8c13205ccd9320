import type { ServerVariable } from "../contract/servers.ts";
import type { JsonObject, ParameterDefinition, RequestDefinition, ToolDefinition } from "../runtime/definition.ts";
import { asList, asObject, asText } from "./document/jsonValues.ts";
import { createUniqueName } from "./document/uniqueName.ts";
import { toVariableName } from "./operation/variableNames.ts";

/** Fewer tools do not repeat much. */
const fewestTools = 5;
/** The share of the tools that want a constant, such as an account or the version of the API. */
const leastShare = 0.8;

/** Whether parameters are required variables of the server, by their names. */
export type ConstantChoices = Readonly<Record<string, boolean>>;

/** A parameter that the environment may set for all tools. */
export interface ConstantProposal {
  readonly parameter: string;
  readonly in: ParameterDefinition["in"];
  /** The number of operations that want it. */
  readonly uses: number;
  readonly isCredential: boolean;
  /** The answer that fits most APIs. */
  readonly isDefault: boolean;
  /** Whether the user is asked: the default may be wrong, or restricts what tools can do. */
  readonly isAsked: boolean;
}

interface ConstantParameters {
  /** The parameters of a request, with their variables. */
  nameVariables(request: RequestDefinition): readonly ParameterDefinition[];
  readonly variables: readonly ServerVariable[];
  readonly proposals: readonly ConstantProposal[];
}

interface ParameterUse {
  readonly key: string;
  readonly parameter: ParameterDefinition;
  readonly isRequired: boolean;
  readonly schema: JsonObject;
}

/** Finds the text parameters that nearly every tool wants. The environment can set them; tools then do not ask for them. */
export function findConstantParameters(
  drafts: readonly { readonly tool: ToolDefinition }[],
  choices: ConstantChoices,
): ConstantParameters {
  const names = new Map<string, string>();
  const tools = drafts.map(({ tool }) => tool);
  const offers = listCommonParameters(tools).map((uses) => {
    const [{ key, parameter, schema }] = uses;
    const taken = new Set(names.values());
    const name = createUniqueName(`API_PARAMETER_${toVariableName(parameter.name)}`, (one) => taken.has(one));
    names.set(key, name);
    const proposal = createProposal(uses);
    const required = choices[parameter.name] ?? (proposal.isDefault && !proposal.isAsked);
    const count = `${uses.length} of ${tools.length} operations want the ${parameter.in} parameter ${parameter.name}.`;
    const effect = required
      ? "It is sent for all of them; tools do not ask for it."
      : "Once this is set, tools do not ask for it.";
    const description = [count, effect, asText(schema.description)].filter(Boolean).join(" ");
    return { proposal, variable: { name, required, secret: false, description, parameter: parameter.name } };
  });
  return {
    nameVariables: (request) =>
      request.parameters.map((parameter) => {
        const variable = names.get(toKey(request, parameter));
        return variable === undefined || parameter.fixed !== undefined ? parameter : { ...parameter, variable };
      }),
    variables: offers.map(({ variable }) => variable),
    proposals: offers.map(({ proposal }) => proposal),
  };
}

type ParameterUses = readonly [ParameterUse, ...ParameterUse[]];

/** The uses of each parameter that nearly every tool wants. */
function listCommonParameters(tools: readonly ToolDefinition[]): readonly ParameterUses[] {
  const wanted = tools.flatMap((tool) =>
    tool.request.parameters.flatMap((parameter): ParameterUse[] => {
      const schema = asObject(asObject(tool.inputSchema.properties)[parameter.property]);
      const isRequired = asList(tool.inputSchema.required).includes(parameter.property);
      const isWanted = (parameter.in === "header" || isRequired) && schema.type === "string";
      return isWanted ? [{ key: toKey(tool.request, parameter), parameter, isRequired, schema }] : [];
    }),
  );
  return [...Map.groupBy(wanted, ({ key }) => key).values()].flatMap(([first, ...others]): ParameterUses[] => {
    const isCommon = tools.length >= fewestTools && others.length + 1 >= leastShare * tools.length;
    return first && isCommon ? [[first, ...others]] : [];
  });
}

/** Parameters whose value differs from call to call. */
const perCall =
  /idempot|request-?id|correlation|nonce|time-?stamp|signature|trace|^if-|^accept|^content-|^range$|^date$|cursor|page/i;
const accountName =
  /(?:account|tenant|organi[sz]ation|workspace|subscription|realm|company)[-_]?(?:id|sid|key|name)?$/i;
/** Such a name in a path means what a call is about. */
const itemName = /^(?:id|uuid|key|name|slug)$/i;
const versionName = /(?:^|[-_])version$/i;

/** A required header or version is the same for every call. What stands in a path may be what calls are about. */
function createProposal(uses: ParameterUses): ConstantProposal {
  const [{ parameter }] = uses;
  const { name, in: location } = parameter;
  const isNeeded =
    uses.every(({ isRequired }) => isRequired) && !perCall.test(name) && !(location === "path" && itemName.test(name));
  const isCertain = isNeeded && (location === "header" || versionName.test(name));
  return {
    parameter: name,
    in: location,
    uses: uses.length,
    isCredential: false,
    isDefault: isCertain || (isNeeded && accountName.test(name)),
    isAsked: isNeeded && !isCertain,
  };
}

/** What stands before a parameter in the path says what it is: `{id}` means another thing in each place. */
const toKey = (request: RequestDefinition, { in: location, name }: ParameterDefinition) =>
  location === "path" ? `path ${request.path.split(`{${name}}`)[0]}${name}` : `${location} ${name}`;
