import type { JsonObject, ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine, cleanText } from "../document/cleanText.ts";
import { asObject, asTextList } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { trimOutputSchema } from "../schema/trimOutputSchema.ts";
import type { ToolExtension } from "./toolExtension.ts";

/** Replaces what the extension of the operation says about its tool. Its name and its parameters are already chosen. */
export function applyToolExtension(tool: ToolDefinition, { operation, extension }: OperationNode): ToolDefinition {
  const { title, description, annotations = {}, pinned, fields, maxAnswer } = extension;
  const group = cleanLine(extension.group ?? asTextList(operation.tags)[0] ?? "", 100);
  const hints = tool.annotations;
  const response = {
    ...tool.response,
    ...(fields && { fields: omitUndefined(fields) }),
    ...(maxAnswer && { maxCharacters: maxAnswer }),
  };
  return {
    ...tool,
    ...(title !== undefined && { title: cleanLine(title, 100) }),
    ...(description !== undefined && { description: cleanText(description, 4000) }),
    annotations: {
      readOnlyHint: annotations.readOnlyHint ?? hints.readOnlyHint,
      destructiveHint: annotations.destructiveHint ?? hints.destructiveHint,
      idempotentHint: annotations.idempotentHint ?? hints.idempotentHint,
      openWorldHint: annotations.openWorldHint ?? hints.openWorldHint,
    },
    ...(Object.keys(annotations).length > 0 && { hintReason: "The `x-mcp` of the operation states it." }),
    ...(Object.keys(response).length > 0 && { response }),
    ...(group !== "" && { group }),
    ...(pinned && { pinned }),
    ...(fields && tool.outputSchema && { outputSchema: trimBody(tool.outputSchema, fields) }),
  };
}

function trimBody(schema: JsonObject, fields: NonNullable<ToolExtension["fields"]>): JsonObject {
  const { body, ...others } = asObject(schema.properties);
  return { ...schema, properties: { ...others, body: trimOutputSchema(asObject(body), omitUndefined(fields)) } };
}

const omitUndefined = ({ keep, drop }: NonNullable<ToolExtension["fields"]>) => ({
  ...(keep && { keep }),
  ...(drop && { drop }),
});
