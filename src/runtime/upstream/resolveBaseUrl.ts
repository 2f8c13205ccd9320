import type { ApiDefinition, RequestDefinition } from "../definition.ts";
import type { RuntimeEnvironment } from "../runtimeSettings.ts";
import { ToolError } from "../tools/codeTool.ts";

/**
 * Resolves the base URL of an operation. `API_BASE_URL` overrides every other address, also an operation's own, so that a server
 * pointed at another system sends no call to the original one. Where the document leaves the API's address to it, it says nothing about
 * operations that have a host of their own.
 */
export function resolveBaseUrl(
  api: ApiDefinition,
  request: Pick<RequestDefinition, "baseUrl">,
  environment: RuntimeEnvironment,
): URL {
  const isElsewhere = api.baseUrl === "" && request.baseUrl !== undefined;
  const override = isElsewhere ? undefined : environment.API_BASE_URL?.trim();
  const text = override || fillVariables(request.baseUrl ?? api.baseUrl, api, environment);
  const url = URL.parse(text);
  const subject = override ? "API_BASE_URL" : `The API's base URL "${text}"`;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ToolError(`${subject} is not an http or https URL. Set API_BASE_URL in the server's environment.`);
  if (url.username !== "" || url.password !== "")
    throw new ToolError(`${subject} holds a user name or password. Credentials go into variables of their own.`);
  return url;
}

function fillVariables(template: string, api: ApiDefinition, environment: RuntimeEnvironment): string {
  return template.replaceAll(/\{([^}]+)\}/g, (whole: string, name: string) => {
    const variable = api.variables?.[name];
    const setting = toVariableName(name);
    const value = environment[setting] || variable?.default;
    if (value === undefined)
      throw new ToolError(`Set ${setting} (the ${whole} of ${template}) in the server's environment.`);
    if (variable?.enum && !variable.enum.includes(value))
      throw new ToolError(`${setting} must be one of ${variable.enum.join(", ")}.`);
    return value;
  });
}

/** The environment variable that sets a server variable. */
const toVariableName = (name: string) => `API_VARIABLE_${name.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}`;
