import { splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { addDefinitions } from "./addDefinitions.ts";
import { translateSchema } from "./translateSchema.ts";

/** Translates the document's schemas for tool inputs. Each schema is translated once, however many tools use it. */
export interface InputSchemas {
  /** Returns JSON Schema 2020-12 with references of the form `#/$defs/...`. */
  translate(site: DocumentNode): JsonObject;
  /** Adds the `$defs` that the schema of a tool refers to. */
  complete(schema: JsonObject): JsonObject;
}

export function createInputSchemas({ root, family }: OpenapiDocument, report: ReportProblem): InputSchemas {
  const names = new Map<string, string>();
  const taken = new Map<string, string>();
  const targets = new Map<string, DocumentNode>();
  const definitions = new Map<string, JsonObject>();

  const createReference = (site: DocumentNode): JsonObject => {
    const found = followReference(root, site);
    if (isMissingNode(found)) {
      report(
        createWarningProblem("unresolvable_reference", `Any value is taken here: ${found.missing}.`, found.pointer),
      );
      return {};
    }
    if (!isRecord(found.value)) return {};
    const name = names.get(found.pointer) ?? createUniqueName(found.pointer, taken);
    names.set(found.pointer, name);
    targets.set(name, found);
    return { $ref: `#/$defs/${name}` };
  };

  const context = { root, createReference, appliesSiblings: family === "3.1" };
  const getDefinition = (name: string): JsonObject => {
    const known = definitions.get(name);
    if (known) return known;
    const target = targets.get(name);
    const schema = target ? translateSchema(context, target) : {};
    definitions.set(name, schema);
    return schema;
  };

  return {
    translate: (site) => translateSchema(context, site),
    complete: (schema) => addDefinitions(schema, getDefinition),
  };
}

/** The last key of the pointer, in characters that need no escape in a reference. */
function createUniqueName(pointer: string, taken: Map<string, string>): string {
  const last = splitPointer(pointer).at(-1) ?? "";
  const base = last.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "schema";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.set(name, pointer);
  return name;
}
