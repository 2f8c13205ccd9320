import { randomUUID } from "node:crypto";
import { type ApiMetadata, type ApiObject, ApiRefusal, type Resource, resources } from "./apiObject.ts";

export interface StoreEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly resource: Resource;
  readonly version: number;
  readonly object: ApiObject;
}

/** The objects of a cluster, with one version for all changes and their history, as etcd has it. */
export class ObjectStore {
  readonly #objects = new Map<string, ApiObject>();
  readonly #listeners = new Set<(event: StoreEvent) => void>();
  #history: StoreEvent[] = [];
  #version = 1000;
  #compacted = 0;

  get version(): number {
    return this.#version;
  }

  find(resource: Resource, namespace: string, name: string): ApiObject | undefined {
    const object = this.#objects.get(key(resource, namespace, name));
    return object && structuredClone(object);
  }

  get(resource: Resource, namespace: string, name: string): ApiObject {
    const object = this.find(resource, namespace, name);
    if (!object) throw new ApiRefusal(404, "NotFound", `${resource} "${name}" not found`);
    return object;
  }

  list(resource: Resource, namespace: string, isSelected: (object: ApiObject) => boolean = () => true): ApiObject[] {
    const prefix = key(resource, namespace, "");
    return [...this.#objects]
      .filter(([id, object]) => id.startsWith(prefix) && isSelected(object))
      .map(([, object]) => structuredClone(object));
  }

  create(resource: Resource, object: Omit<ApiObject, "metadata"> & { metadata: Partial<ApiMetadata> }): ApiObject {
    const { name = "", namespace = "" } = object.metadata;
    if (this.#objects.has(key(resource, namespace, name)))
      throw new ApiRefusal(409, "AlreadyExists", `${resource} "${name}" already exists`);
    const { kind, group, version } = resources[resource];
    const created = {
      ...structuredClone(object),
      apiVersion: group === "" ? version : `${group}/${version}`,
      kind,
      metadata: {
        ...structuredClone(object.metadata),
        ...{ name, namespace, uid: randomUUID(), resourceVersion: "", generation: 1 },
        creationTimestamp: new Date().toISOString(),
      },
    };
    return this.#save("ADDED", resource, created);
  }

  /** Saves a changed object. A version that is not the current one is a conflict; no change makes no version. */
  update(resource: Resource, object: ApiObject): ApiObject {
    const { name, namespace } = object.metadata;
    const before = this.get(resource, namespace, name);
    if (object.metadata.resourceVersion !== before.metadata.resourceVersion) {
      const message = `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`;
      throw new ApiRefusal(409, "Conflict", message);
    }
    if (isSame(before, object)) return before;
    const generation = before.metadata.generation + (isSame(before.spec, object.spec) ? 0 : 1);
    const changed = structuredClone({ ...object, metadata: { ...object.metadata, generation } });
    return this.#save("MODIFIED", resource, changed);
  }

  /** Changes the current object, whatever its version is, as a controller that tries again until it has no conflict. */
  change(
    resource: Resource,
    { namespace, name }: ApiMetadata,
    edit: (object: ApiObject) => void,
  ): ApiObject | undefined {
    const object = this.find(resource, namespace, name);
    if (!object) return undefined;
    edit(object);
    return this.update(resource, object);
  }

  remove(resource: Resource, namespace: string, name: string): ApiObject {
    const object = this.get(resource, namespace, name);
    this.#objects.delete(key(resource, namespace, name));
    return this.#record("DELETED", resource, object);
  }

  /** The events after a version; undefined if they were forgotten. */
  listEvents(after: number): StoreEvent[] | undefined {
    return after < this.#compacted ? undefined : this.#history.filter(({ version }) => version > after);
  }

  /** Forgets all events so far. */
  compact(): void {
    this.#compacted = this.#version;
    this.#history = [];
  }

  subscribe(listener: (event: StoreEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #save(type: "ADDED" | "MODIFIED", resource: Resource, object: ApiObject): ApiObject {
    const { namespace, name } = object.metadata;
    this.#objects.set(key(resource, namespace, name), object);
    return this.#record(type, resource, object);
  }

  #record(type: StoreEvent["type"], resource: Resource, object: ApiObject): ApiObject {
    this.#version += 1;
    object.metadata.resourceVersion = String(this.#version);
    const event = { type, resource, version: this.#version, object: structuredClone(object) };
    this.#history.push(event);
    for (const listener of this.#listeners) listener(event);
    return structuredClone(object);
  }
}

const key = (resource: Resource, namespace: string, name: string) => `${resource}/${namespace}/${name}`;

/** Whether two values are equal as JSON, in any order of properties. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sort(one)) === JSON.stringify(sort(other));
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sort(item)]),
  );
}
