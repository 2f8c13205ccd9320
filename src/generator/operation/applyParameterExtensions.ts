import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { asObject, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import type { ParameterModel } from "./operationModel.ts";
import { extensionKey, type ParameterExtension, readParameterExtension } from "./toolExtension.ts";

/** Applies the parameter's own extension; undefined if it hides the parameter. */
export function applyParameterExtension(
  parameter: ParameterModel,
  { value, pointer }: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel | undefined {
  const extension = readParameterExtension(value, pointer, report);
  return applyExtension(parameter, extension, { pointer: appendToPointer(pointer, extensionKey), report });
}

/** Applies what the operation's extension says about its parameters. */
export function applyOperationExtension(
  parameters: readonly ParameterModel[],
  { extension, pointer: operationPointer }: OperationNode,
  report: ReportProblem,
): ParameterModel[] {
  const pointer = appendToPointer(operationPointer, extensionKey);
  const { parameters: extensions = {}, pageSize } = extension;
  for (const name of Object.keys(extensions)) {
    if (parameters.some((parameter) => parameter.name === name)) continue;
    const message = `The operation offers no parameter "${name}".`;
    report(createWarningProblem("extension_no_parameter", message, appendToPointer(pointer, "parameters", name)));
  }
  const applied = parameters.flatMap((parameter) => {
    const own = extensions[parameter.name];
    const at = appendToPointer(pointer, "parameters", parameter.name);
    return own ? (applyExtension(parameter, own, { pointer: at, report }) ?? []) : [parameter];
  });
  if (pageSize === undefined) return applied;
  const sizing = applied.find((parameter) => !parameter.fixed && setsPageSize(parameter));
  if (!sizing)
    report(
      createWarningProblem(
        "extension_no_page_size",
        "`x-mcp.pageSize` has no effect: the operation offers no parameter for the page size.",
        appendToPointer(pointer, "pageSize"),
      ),
    );
  return applied.map((parameter) => (parameter === sizing ? { ...parameter, default: pageSize } : parameter));
}

export const setsPageSize = ({ in: location, name }: Pick<ParameterModel, "in" | "name">) =>
  location === "query" &&
  /^(\$?top|\$?limit|(per|results?|items)_?-?(per_?-?)?page|page_?-?(size|limit)|page\[(size|limit)\]|max_?-?(results|items|records|keys)?|count|size|rows|first)$/i.test(
    name,
  );

function applyExtension(
  parameter: ParameterModel,
  extension: ParameterExtension,
  { pointer, report }: { readonly pointer: string; readonly report: ReportProblem },
): ParameterModel | undefined {
  const { hidden, value, description } = extension;
  if (value !== undefined) return { ...parameter, fixed: { value } };
  if (hidden) {
    if (!parameter.required) return undefined;
    const { default: defaultValue } = asObject(parameter.schema?.value);
    if (defaultValue !== undefined) return { ...parameter, fixed: { value: defaultValue } };
    const message = `The parameter "${parameter.name}" is required, so it stays; give it a \`value\` to hide it.`;
    report(createWarningProblem("extension_hidden_required", message, appendToPointer(pointer, "hidden")));
  }
  return description === undefined ? parameter : { ...parameter, description };
}
