import { readDocumentName } from "../../text/documentName.ts";
import { type FileReference, mayReferToFiles, resolveFileReference } from "../../text/position/fileReference.ts";
import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { asText, type JsonObject, omitMembers } from "./jsonValues.ts";
import { type PositionedProblem, parseDocumentText } from "./parseDocumentText.ts";
import { createErrorProblem } from "./problemCollector.ts";
import { createUniqueName } from "./uniqueName.ts";

export interface DocumentFiles {
  /** Where the document is. */
  readonly uri?: string | undefined;
  /** The texts of the files that it refers to, by their URIs; undefined: it comes alone, from the web or to the service. */
  readonly parts?: Readonly<Record<string, string>> | undefined;
}

/** The texts of a document, of its parts and of its overlay. */
export interface DocumentSource extends DocumentFiles {
  readonly text: string;
  readonly overlay?: string | undefined;
}

/** What a value is for its reader: a schema, something else that may be a `$ref`, what must not be one, a name of a schema, or data. */
type Kind = "schema" | "referable" | "structure" | "mapping" | "data";

/** A value that is yet to be copied into the bundle. */
interface Site {
  readonly value: unknown;
  /** The file that it is from. */
  readonly uri: string;
  /** Where it is in the bundle. */
  readonly pointer: string;
  readonly kind: Kind;
  /** The kind of its members, if their keys are names. */
  readonly members: Kind | undefined;
  readonly write: (copy: unknown) => void;
}

const kinds: Readonly<Record<string, Kind>> = {
  ...fillKinds("schema", "schema itemSchema items contains additionalProperties unevaluatedProperties propertyNames"),
  ...fillKinds("schema", "not if then else additionalItems unevaluatedItems contentSchema"),
  ...fillKinds("referable", "requestBody"),
  ...fillKinds("data", "example default const enum value dataValue serializedValue"),
};
const memberKinds: Readonly<Record<string, Kind>> = {
  ...fillKinds("schema", "properties patternProperties dependentSchemas $defs allOf anyOf oneOf prefixItems"),
  ...fillKinds("referable", "schemas definitions responses parameters headers requestBodies securitySchemes examples"),
  ...fillKinds("referable", "links pathItems paths content mediaTypes"),
  ...fillKinds("mapping", "mapping"),
  ...fillKinds("structure", "callbacks additionalOperations encoding variables"),
};

function fillKinds(kind: Kind, keys: string): Record<string, Kind> {
  return Object.fromEntries(keys.split(" ").map((key) => [key, kind]));
}

const longestChain = 50;
/** What only repeats what is there already: endless if files contain each other. */
const mostRepeated = 5000;

export interface Bundle {
  readonly root: JsonObject;
  readonly problems: readonly PositionedProblem[];
  /** The file, and the pointer in it, of each value that was put into the bundle, by its pointer there. */
  readonly origins: ReadonlyMap<string, FileReference>;
}

/**
 * Puts the files that a document refers to into it. Each is written where it is referred to first, and a schema under its name beside the
 * others, so that overlays find operations and schemas where they are in a document of one file. References to the web stay as they are.
 */
export function bundleParts(root: JsonObject, text: string, { uri = "file:///", parts }: DocumentFiles): Bundle {
  const bundler = new PartsBundler(root, uri, parts);
  return mayReferToFiles(text) ? bundler.run() : { root, problems: [], origins: new Map() };
}

class PartsBundler {
  readonly #root: JsonObject;
  readonly #uri: string;
  readonly #parts: DocumentFiles["parts"];
  readonly #values = new Map<string, unknown>();
  /** Where in the bundle a value of a file is, by its URI and pointer. */
  readonly #places = new Map<string, string>();
  /** From which file the value at a pointer of the bundle is. */
  readonly #origins = new Map<string, FileReference>();
  readonly #schemas = new Map<string, unknown>();
  /** Breadth-first, so that a value is at its shallowest place. */
  readonly #queue: Site[] = [];
  readonly #problems: PositionedProblem[] = [];
  #copy: JsonObject = {};
  #isChanged = false;
  #repeated = 0;

  constructor(root: JsonObject, uri: string, parts: DocumentFiles["parts"]) {
    this.#root = root;
    this.#uri = uri;
    this.#parts = parts;
    this.#values.set(uri, root);
  }

  run(): Bundle {
    const write = (copy: unknown) => {
      this.#copy = isRecord(copy) ? copy : {};
    };
    this.#queue.push({ value: this.#root, uri: this.#uri, pointer: "", kind: "structure", members: undefined, write });
    for (const site of this.#queue) this.#copySite(site);
    return {
      root: this.#isChanged ? this.#addSchemas() : this.#root,
      problems: this.#problems,
      origins: this.#origins,
    };
  }

  #copySite(site: Site): void {
    const { value, uri } = this.#follow(site);
    const copy = Array.isArray(value) ? [...value] : isRecord(value) ? { ...value } : value;
    site.write(copy);
    if (copy === value || typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const own = key.startsWith("x-") ? "data" : (kinds[key] ?? "structure");
      const kind = site.members ?? (Array.isArray(value) ? site.kind : own);
      const isExampleList = key === "examples" && Array.isArray(member);
      const isLeaf = typeof member !== "object" || member === null;
      if ((isLeaf && kind !== "mapping") || kind === "data" || (isExampleList && !site.members)) continue;
      const members = site.members ? undefined : memberKinds[key];
      // An assignment of a member called `__proto__` would change the prototype.
      const write = (changed: unknown) => Object.defineProperty(copy, key, { value: changed });
      this.#queue.push({ value: member, uri, pointer: appendToPointer(site.pointer, key), kind, members, write });
    }
  }

  /** A value of `mapping` is the name of a schema or a reference. */
  #followMapping({ value, uri, pointer }: Site): unknown {
    const isReference = typeof value === "string" && /^#|\.(?:json|ya?ml)(?:#|$)/i.test(value);
    const target = isReference ? this.#find(value, uri, pointer) : undefined;
    return target ? `#${this.#placeSchema(target)}` : value;
  }

  /** What stands at a site: its value, what its `$ref` leads to, or a `$ref` to where that is in the bundle. */
  #follow(site: Site): Pick<Site, "value" | "uri"> {
    let { value, uri } = site;
    if (site.kind === "mapping") return { value: this.#followMapping(site), uri };
    for (let steps = 0; isRecord(value) && typeof value.$ref === "string" && steps < longestChain; steps += 1) {
      const target = this.#find(value.$ref, uri, appendToPointer(site.pointer, "$ref"));
      if (!target) break;
      const siblings = omitMembers(value, "$ref");
      const isAlone = Object.keys(siblings).length === 0;
      const place = site.kind === "schema" ? this.#placeSchema(target) : this.#findPlace(target);
      const isReferable = site.kind !== "structure";
      if (place !== undefined && isReferable) return { value: { ...siblings, $ref: `#${place}` }, uri };
      if (place === undefined && isAlone) this.#places.set(formatKey(target), site.pointer);
      else if (this.#isEndless(site.pointer)) break;
      this.#origins.set(site.pointer, target);
      const found = this.#read(target);
      value = isRecord(found) ? { ...found, ...siblings } : found;
      uri = target.uri;
    }
    return { value, uri };
  }

  #isEndless(pointer: string): boolean {
    this.#repeated += 1;
    if (this.#repeated === mostRepeated)
      this.#report(
        "parts_repeated",
        "Files of the document contain each other without end. Remove the circle.",
        pointer,
      );
    return this.#repeated >= mostRepeated;
  }

  /** undefined: it stays as it is, because it needs no file, or because what it names is not there. */
  #find(reference: string, uri: string, pointer: string): FileReference | undefined {
    const self = asText(this.#root.$self);
    const isOwn = self !== "" && reference.startsWith(`${self}#`);
    if (uri === this.#uri && reference.startsWith("#")) return undefined;
    const target = resolveFileReference(isOwn ? reference.slice(self.length) : reference, isOwn ? this.#uri : uri);
    if (!target) return undefined;
    this.#isChanged = true;
    // Some documents mean the whole one by `#` in each of their files.
    const whole = { uri: this.#uri, pointer: target.pointer };
    const found = this.#locate(target) ?? (reference.startsWith("#") ? this.#locate(whole) : undefined);
    if (found) return found;
    if (!this.#parts || !(target.uri in this.#parts)) {
      const advice = this.#parts
        ? "Correct the reference, or add the file: in the editor to the folder of the document, in a request to the API to its `parts`."
        : "Generate in the editor from a folder that has all files, upload them as `parts`, or bundle them into one.";
      this.#report("part_missing", `The file "${reference.replace(/#.*/, "")}" is not there. ${advice}`, pointer);
      // The problems of an unreadable file are shown in it.
    } else if (this.#values.get(target.uri) !== undefined)
      this.#report("part_missing", `"${reference}" is not in its file. Correct the reference.`, pointer);
    return undefined;
  }

  /** The file and pointer of what a pointer leads to, perhaps through a `$ref` on its way; undefined: it leads to nothing. */
  #locate({ uri, pointer }: FileReference, steps = 0): FileReference | undefined {
    let at: FileReference | undefined = { uri, pointer: "" };
    for (const key of splitPointer(pointer)) {
      const value = this.#read(at);
      if (isRecord(value) && typeof value.$ref === "string" && !Object.hasOwn(value, key)) {
        const target: FileReference | undefined =
          steps < longestChain ? resolveFileReference(value.$ref, at.uri) : undefined;
        at = target && this.#locate(target, steps + 1);
      }
      if (!at) return undefined;
      at = { uri: at.uri, pointer: appendToPointer(at.pointer, key) };
    }
    return this.#read(at) === undefined ? undefined : at;
  }

  #report(code: string, message: string, pointer: string): void {
    this.#problems.push(createErrorProblem(code, message, pointer));
  }

  #read({ uri, pointer }: FileReference): unknown {
    const text = this.#parts?.[uri];
    if (!this.#values.has(uri) && text !== undefined) {
      const { value, problems } = /\.md$/i.test(uri) ? { value: text, problems: [] } : parseDocumentText(text);
      this.#values.set(uri, value);
      this.#problems.push(...problems.map((problem) => ({ ...problem, uri })));
    }
    return splitPointer(pointer).reduce(getMember, this.#values.get(uri));
  }

  /** The pointer in the bundle; undefined: it has no place yet. */
  #findPlace({ uri, pointer }: FileReference): string | undefined {
    if (uri === this.#uri) return pointer;
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf("/", end - 1)) {
      const place = this.#places.get(formatKey({ uri, pointer: pointer.slice(0, end) }));
      if (place !== undefined) return place + pointer.slice(end);
      if (end === 0) return undefined;
    }
    return undefined;
  }

  #placeSchema(target: FileReference): string {
    const place = this.#findPlace(target);
    if (place !== undefined) return place;
    const [holder, declared] = this.#getSchemas();
    const taken = (name: string) => Object.hasOwn(declared, name) || this.#schemas.has(name);
    const name = createUniqueName(createSchemaName(target), taken);
    const pointer = appendToPointer("", ...holder, name);
    this.#places.set(formatKey(target), pointer);
    this.#origins.set(pointer, target);
    const write = (copy: unknown) => this.#schemas.set(name, copy);
    const { uri } = target;
    this.#queue.push({ value: this.#read(target), uri, pointer, kind: "referable", members: undefined, write });
    return pointer;
  }

  /** The path of the document's schemas, and those that it has itself. They are shallower than what refers to them. */
  #getSchemas(): [readonly string[], JsonObject] {
    const holder = this.#root.swagger === undefined ? ["components", "schemas"] : ["definitions"];
    const declared = holder.reduce<unknown>(getMember, this.#copy);
    return [holder, isRecord(declared) ? declared : {}];
  }

  #addSchemas(): JsonObject {
    if (this.#schemas.size === 0) return this.#copy;
    const [[first = "", second], declared] = this.#getSchemas();
    const schemas = { ...declared, ...Object.fromEntries(this.#schemas) };
    const components = isRecord(this.#copy.components) ? this.#copy.components : {};
    return { ...this.#copy, [first]: second === undefined ? schemas : { ...components, [second]: schemas } };
  }
}

/** The file, and the pointer in it, of what stands at a pointer of a bundle; undefined: the document itself. */
export function findOrigin(origins: Bundle["origins"], pointer: string): FileReference | undefined {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const origin = origins.get(pointer.slice(0, end));
    if (origin) return { uri: origin.uri, pointer: origin.pointer + pointer.slice(end) };
  }
  return undefined;
}

const formatKey = ({ uri, pointer }: FileReference) => `${uri}#${pointer}`;

/** The last key of the pointer, else the name of the file. */
function createSchemaName({ uri, pointer }: FileReference): string {
  const name = splitPointer(pointer).at(-1) ?? readDocumentName(uri).replace(/\.\w+$/, "");
  return name.replaceAll(/[^A-Za-z0-9_.-]+/g, "_") || "schema";
}
