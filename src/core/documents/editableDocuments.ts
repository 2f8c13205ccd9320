import type { Disposable } from "../foundation/ports.ts";
import type { VirtualFile } from "./virtualFiles.ts";
import type { VirtualPlace } from "./virtualUris.ts";

/** Documents of the scheme `fairlead` that can be written; what writing does is theirs. */
export interface EditableDocuments {
  read(place: VirtualPlace): Promise<VirtualFile>;
  /** Fails with what VS Code says of it; the document then stays unsaved. */
  write(place: VirtualPlace, bytes: Uint8Array, saving: Saving): Promise<void>;
  /** Tells of those that something else than `write` may have changed. */
  onDidChange(listener: (place: VirtualPlace) => void): Disposable;
}

export interface Saving {
  /** Somebody asked for it. The editor also saves by itself, after a while or when the focus moves. */
  readonly byHand: boolean;
}

/** By the first part of their paths: `/settings/...`, `/operation/...`. */
export type EditableByPrefix = Readonly<Record<string, EditableDocuments>>;

export function editableAt(editable: EditableByPrefix, { path }: VirtualPlace): EditableDocuments | undefined {
  const [, prefix = ""] = path.split("/");
  return Object.hasOwn(editable, prefix) ? editable[prefix] : undefined;
}
