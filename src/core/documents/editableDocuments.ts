import type { Disposable } from "../foundation/ports.ts";
import type { VirtualUriParts } from "./virtualUris.ts";

export interface VirtualFile {
  readonly bytes: Uint8Array;
  /** Changes with the content. */
  readonly revision: number;
}

/** Documents of the scheme `fairlead` that can be written; what writing does is theirs. */
export interface EditableDocuments {
  read(place: VirtualUriParts): Promise<VirtualFile>;
  /** Fails with what VS Code says of it; the document then stays unsaved. */
  write(place: VirtualUriParts, bytes: Uint8Array, saving: SaveOptions): Promise<void>;
  /** Tells of those that something else than `write` may have changed. */
  onDidChange(listener: (place: VirtualUriParts) => void): Disposable;
}

export interface SaveOptions {
  /** Somebody asked for it. The editor also saves by itself, after a while or when the focus moves. */
  readonly byHand: boolean;
}

/** By the first part of their paths: `/settings/...`, `/operation/...`. */
export type EditableByPrefix = Readonly<Record<string, EditableDocuments>>;

export function findEditableDocuments(
  editable: EditableByPrefix,
  { path }: VirtualUriParts,
): EditableDocuments | undefined {
  const [, prefix = ""] = path.split("/");
  return Object.hasOwn(editable, prefix) ? editable[prefix] : undefined;
}
