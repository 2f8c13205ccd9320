/** A file of a folder; `path` is relative to the folder, with `/` between its parts. */
export interface FileContent {
  readonly path: string;
  readonly bytes: Uint8Array;
}
