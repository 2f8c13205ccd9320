import type { VirtualFile } from "../virtualFiles.ts";
import type { VirtualPlace } from "../virtualUris.ts";

/** Documents of the scheme `fairlead` that can be written; what writing does is theirs. */
export interface EditableDocuments {
  read(place: VirtualPlace): Promise<VirtualFile>;
  /** Fails with what VS Code says below the document. */
  write(place: VirtualPlace, bytes: Uint8Array): Promise<void>;
}

/** By the first part of their paths: `/settings/...`, `/operation/...`. */
export type EditableByPrefix = Readonly<Record<string, EditableDocuments>>;

export function editableAt(editable: EditableByPrefix, { path }: VirtualPlace): EditableDocuments | undefined {
  const [, prefix = ""] = path.split("/");
  return Object.hasOwn(editable, prefix) ? editable[prefix] : undefined;
}
