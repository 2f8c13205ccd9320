import type { ApiDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { toServerVariableName } from "../operation/variableNames.ts";

/**
 * The URLs that a server sends requests to: with the document's values of server variables, and with `{NAME}` for the environment
 * variables that replace them.
 */
export function listApiUrls(api: ApiDefinition, tools: readonly Pick<ToolDefinition, "request">[]): string[] {
  const templates = new Set(tools.map(({ request }) => request.baseUrl ?? api.baseUrl));
  const fill = (template: string, toValue: (name: string) => string | undefined) =>
    template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => toValue(name) ?? whole);
  const urls = [...templates].flatMap((template) => [
    fill(template, (name) => api.variables?.[name]?.default),
    fill(template, (name) => `{${toServerVariableName(name)}}`),
  ]);
  return [...new Set(urls)];
}
