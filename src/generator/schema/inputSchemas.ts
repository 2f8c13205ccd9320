import { splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { addDefinitions } from "./addDefinitions.ts";
import { translateSchema } from "./translateSchema.ts";

/** Makes the schemas of inputs from the document's, each translated once however many tools use it. */
export interface InputSchemas {
  /** In JSON Schema 2020-12, with `#/$defs/...` for what it refers to. */
  translate(site: DocumentNode): JsonObject;
  /** Adds the `$defs` that the schema of a tool needs, so that it stands alone. */
  complete(schema: JsonObject): JsonObject;
}

export function createInputSchemas({ root, family }: OpenapiDocument, report: ReportProblem): InputSchemas {
  const names = new Map<string, string>();
  const taken = new Map<string, string>();
  const targets = new Map<string, DocumentNode>();
  const made = new Map<string, JsonObject>();

  const refer = (site: DocumentNode): JsonObject => {
    const found = followReference(root, site);
    if (isMissingNode(found)) {
      report(
        createWarningProblem("unresolvable_reference", `Any value is taken here: ${found.missing}.`, found.pointer),
      );
      return {};
    }
    if (!isRecord(found.value)) return {};
    const name = names.get(found.pointer) ?? freeName(found.pointer, taken);
    names.set(found.pointer, name);
    targets.set(name, found);
    return { $ref: `#/$defs/${name}` };
  };

  const context = { root, refer, bindingSiblings: family === "3.1" };
  const definition = (name: string): JsonObject => {
    const known = made.get(name);
    if (known) return known;
    const target = targets.get(name);
    const schema = target ? translateSchema(context, target) : {};
    made.set(name, schema);
    return schema;
  };

  return {
    translate: (site) => translateSchema(context, site),
    complete: (schema) => addDefinitions(schema, definition),
  };
}

/** The last key of the pointer, in characters that need no escape in a reference. */
function freeName(pointer: string, taken: Map<string, string>): string {
  const last = splitPointer(pointer).at(-1) ?? "";
  const base = last.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "schema";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.set(name, pointer);
  return name;
}
