import type { ApiDefinition, RequestDefinition } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { ToolError } from "../tools/codeTool.ts";

/**
 * Where an operation's requests go. `API_BASE_URL` wins over all, over an operation's own address too: who points a server at another
 * system must not find some of its calls in the first one.
 */
export function resolveBaseUrl(
  api: ApiDefinition,
  request: Pick<RequestDefinition, "baseUrl">,
  environment: RuntimeEnvironment,
): URL {
  const given = environment.API_BASE_URL?.trim();
  const text = given || fillIn(request.baseUrl ?? api.baseUrl, api, environment);
  const url = URL.parse(text);
  const from = given ? "API_BASE_URL" : `The API's base URL "${text}"`;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ToolError(`${from} is not an http or https URL. Set API_BASE_URL in the server's environment.`);
  if (url.username !== "" || url.password !== "")
    throw new ToolError(`${from} holds a user name or password. Credentials go into variables of their own.`);
  return url;
}

function fillIn(template: string, api: ApiDefinition, environment: RuntimeEnvironment): string {
  return template.replaceAll(/\{([^}]+)\}/g, (whole: string, name: string) => {
    const variable = api.variables?.[name];
    const setting = apiVariable(name);
    const value = environment[setting] || variable?.default;
    if (value === undefined)
      throw new ToolError(`Set ${setting} (the ${whole} of ${template}) in the server's environment.`);
    if (variable?.enum && !variable.enum.includes(value))
      throw new ToolError(`${setting} must be one of ${variable.enum.join(", ")}.`);
    return value;
  });
}

/** The environment variable that sets a server variable. */
const apiVariable = (name: string) => `API_VARIABLE_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
