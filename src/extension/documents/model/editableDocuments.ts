import type { Disposable } from "../../base/ports.ts";
import type { VirtualUriParts } from "../../base/uris/virtualUris.ts";

export interface VirtualFile {
  readonly bytes: Uint8Array;
  /** Changes with the content. */
  readonly revision: number;
}

/** Writable documents of the scheme `fairlead`; each implementation decides what a write does. */
export interface EditableDocuments {
  read(uri: VirtualUriParts): Promise<VirtualFile>;
  /** Rejects with the message that VS Code shows; the document then stays unsaved. */
  write(uri: VirtualUriParts, bytes: Uint8Array, saving: SaveOptions): Promise<void>;
  /** Fires for documents that changed without `write`. */
  onDidChange(listener: (uri: VirtualUriParts) => void): Disposable;
}

export interface SaveOptions {
  /** The user saved explicitly. The editor also saves after a delay or when the focus moves. */
  readonly byHand: boolean;
}

/** Keyed by the first segment of their paths: `/settings/...`, `/operation/...`. */
export type EditableByPrefix = Readonly<Record<string, EditableDocuments>>;

export function findEditableDocuments(
  editable: EditableByPrefix,
  { path }: VirtualUriParts,
): EditableDocuments | undefined {
  const [, prefix = ""] = path.split("/");
  return Object.hasOwn(editable, prefix) ? editable[prefix] : undefined;
}
