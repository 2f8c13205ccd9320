import { splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { createEndlessReferences, findWholePointer, listInPlaceReferences } from "./endlessReferences.ts";
import { type FindParent, getParentFinder, type ParentSchema, type SchemaKind } from "./schemaKinds.ts";
import { translateSchema } from "./translateSchema.ts";

/** A schema of the document, without its kinds; or the choice between the kinds of a parent. */
interface DefinitionTarget {
  readonly node: DocumentNode;
  readonly parent: ParentSchema | undefined;
}

/** The schemas that inputs refer to, by the names that they have under `$defs`. Each is translated once. */
export class SchemaDefinitions {
  readonly #root: JsonObject;
  readonly #report: ReportProblem;
  readonly #context: Parameters<typeof translateSchema>[0];
  readonly #findParent: FindParent;
  readonly #names = new Map<string, string>();
  readonly #targets = new Map<string, DefinitionTarget>();
  readonly #schemas = new Map<string, JsonObject>();
  readonly #endless = createEndlessReferences((name) => this.#listReferences(name));

  constructor({ root, family }: OpenapiDocument, report: ReportProblem) {
    this.#root = root;
    this.#report = report;
    this.#findParent = getParentFinder(root);
    const createReference = (site: DocumentNode) => this.#createReference(site);
    this.#context = { root, report, createReference, appliesSiblings: family === "3.1" };
  }

  translate(site: DocumentNode): JsonObject {
    return translateSchema(this.#context, site);
  }

  get(name: string): JsonObject {
    const existing = this.#schemas.get(name);
    if (existing) return existing;
    const target = this.#targets.get(name);
    const schema = target ? this.#createDefinition(target, name) : {};
    this.#schemas.set(name, schema);
    return schema;
  }

  #createDefinition({ node, parent }: DefinitionTarget, name: string): JsonObject {
    if (!parent) return this.translate(this.#getBase(node));
    const { kinds, property, isOpen } = parent;
    const isUsable = (kind: SchemaKind) => !this.#endless.has(toKindId(name, kind));
    const choices = kinds.filter(isUsable).map((kind) => {
      const [value, ...others] = kind.values;
      const condition = others.length > 0 ? { enum: kind.values } : { const: value };
      return addCondition(this.#refer(this.#nameKind(kind)), property, value === undefined ? undefined : condition);
    });
    const other = { not: { enum: kinds.flatMap(({ values }) => values) } };
    const isNeeded = isOpen || choices.length === 0;
    const rest = isNeeded ? [addCondition(this.#refer(this.#name(node)), property, isOpen ? other : undefined)] : [];
    const { nullable, "x-nullable": isNullable } = parent.base;
    return { anyOf: [...choices, ...rest, ...(nullable === true || isNullable === true ? [{ type: "null" }] : [])] };
  }

  /** The schema that replaces a `$ref`. */
  #createReference(site: DocumentNode): JsonObject {
    if (!this.#endless.has(site.pointer)) {
      const name = this.#nameTarget(site);
      return name === undefined ? {} : this.#refer(name);
    }
    const message = `"${asText(asObject(site.value).$ref)}" leads back to the schema that it is a part of; it is left out.`;
    this.#report(createWarningProblem("endless_reference", message, site.pointer));
    return {};
  }

  #refer(name: string): JsonObject {
    this.#endless.visit(name);
    return { $ref: `#/$defs/${name}` };
  }

  #nameTarget(site: DocumentNode): string | undefined {
    const found = followReference(this.#root, site);
    if (isMissingNode(found)) {
      const message = `Any value is taken here: ${found.missing}.`;
      this.#report(createWarningProblem("unresolvable_reference", message, found.pointer));
      return undefined;
    }
    if (!isRecord(found.value)) return undefined;
    const parent = this.#findParent(found);
    const isExtended = parent?.descendants.has(findWholePointer(site.pointer));
    return this.#name(found, isExtended ? undefined : parent);
  }

  #name(node: DocumentNode, parent?: ParentSchema): string {
    const key = `${parent ? "kinds of " : ""}${node.pointer}`;
    const preferred = `${parent ? "Any" : ""}${toDefinitionName(node.pointer)}`;
    const name = this.#names.get(key) ?? createUniqueName(preferred, (one) => this.#targets.has(one));
    this.#names.set(key, name);
    this.#targets.set(name, { node, parent });
    return name;
  }

  #nameKind({ node, isParent }: SchemaKind): string {
    return this.#name(node, isParent ? this.#findParent(node) : undefined);
  }

  /** The schema without the list of its kinds, which refer to it. */
  #getBase(node: DocumentNode): DocumentNode {
    return { ...node, value: this.#findParent(node)?.base ?? node.value };
  }

  /** What a definition refers to about the same value. */
  #listReferences(name: string) {
    const target = this.#targets.get(name);
    if (!target) return [];
    const { node, parent } = target;
    if (parent) return parent.kinds.map((kind) => ({ id: toKindId(name, kind), target: this.#nameKind(kind) }));
    return listInPlaceReferences(this.#getBase(node)).flatMap((site) => {
      const found = this.#nameTarget(site);
      return found === undefined ? [] : [{ id: site.pointer, target: found }];
    });
  }
}

const toKindId = (name: string, { node }: SchemaKind) => `${name} ${node.pointer}`;

const addCondition = (schema: JsonObject, property: string, condition: JsonObject | undefined): JsonObject =>
  condition ? { allOf: [schema, { properties: { [property]: condition } }] } : schema;

/** The last key of the pointer, in characters that need no escape in a reference. */
function toDefinitionName(pointer: string): string {
  const last = splitPointer(pointer).at(-1) ?? "";
  return last.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "schema";
}
