import type { BodyDefinition } from "../../runtime/definition.ts";
import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import {
  type BodyField,
  changeBodyField,
  createVisits,
  findBodyField,
  hasBodyFields,
  isInBodyList,
  type ResolveSchema,
  requiresBodyField,
} from "../schema/bodyFields.ts";
import type { ToolBody } from "./toolBody.ts";
import { extensionKey, type ParameterExtension, type ToolExtension } from "./toolExtension.ts";

interface BodyExtension {
  readonly fields: ToolExtension["body"];
  /** The pointer of the operation. */
  readonly pointer: string;
  readonly resolve: ResolveSchema;
  readonly report: ReportProblem;
}

type FixedField = NonNullable<BodyDefinition["fields"]>[number];

/** Applies what the operation's extension says about the fields of its body. */
export function applyBodyExtension(
  body: ToolBody | undefined,
  { fields: extensions = {}, pointer, resolve, report }: BodyExtension,
): ToolBody | undefined {
  const taken: FixedField[] = [];
  let schema = body?.schema ?? {};
  for (const [key, extension] of Object.entries(extensions)) {
    const path = readBodyPath(key);
    const at = appendToPointer(pointer, extensionKey, "body", key);
    const field = findBodyField(schema, path, resolve);
    if (!field) {
      report(createMissingProblem(key, at, isInBodyList(schema, path, resolve)));
      continue;
    }
    const choice = chooseField(extension, field);
    if (choice) taken.push({ path, ...choice });
    else if (extension.hidden) report(createRequiredProblem(key, appendToPointer(at, "hidden")));
    const { description } = extension;
    const change = { description: choice ? undefined : description, isSent: choice?.value !== undefined };
    if (!choice && description === undefined) continue;
    const visits = createVisits();
    schema = changeBodyField(schema, path, change, resolve, visits);
    if (visits.left < 0) report(createSizeProblem(key, at));
  }
  if (!body || taken.length === 0) return body && { ...body, schema };
  const isSent = taken.some(({ value }) => value !== undefined);
  return {
    ...body,
    schema,
    isTaken: !hasBodyFields(schema, resolve),
    required: body.required || (isSent && requiresBodyField(schema, resolve)),
    definition: { ...body.definition, fields: taken },
  };
}

/** The value of every request, or nothing if the field is not sent; undefined: the tool offers the field. */
function chooseField({ value, hidden }: ParameterExtension, { schema, isRequired }: BodyField) {
  if (value !== undefined) return { value };
  if (!hidden) return undefined;
  if (!isRequired) return {};
  return schema.default === undefined ? undefined : { value: schema.default };
}

/** Reads `owner.id`, or the JSON Pointer `/owner/id`. */
function readBodyPath(key: string): readonly string[] {
  return key.startsWith("/") ? splitPointer(key) : key.split(".");
}

function createMissingProblem(key: string, pointer: string, isInList: boolean) {
  return isInList
    ? createWarningProblem(
        "extension_field_in_list",
        `The field "${key}" is in a list; only fields outside of lists can be fixed, hidden or described.`,
        pointer,
      )
    : createWarningProblem("extension_no_field", `The body of the operation has no field "${key}".`, pointer);
}

function createSizeProblem(key: string, pointer: string) {
  const message = `The body is composed of so many schemas that the field "${key}" is not changed in all of them.`;
  return createWarningProblem("extension_field_unchanged", message, pointer);
}

function createRequiredProblem(key: string, pointer: string) {
  const message = `The field "${key}" is required, so it stays; give it a \`value\` to hide it.`;
  return createWarningProblem("extension_hidden_required", message, pointer);
}
