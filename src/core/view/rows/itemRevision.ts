/** The revision of an item of the service: the whole item where the service gives it no ETag. */
export function formatItemRevision(item: { readonly etag: string }, revision: string): string {
  return item.etag === "" ? JSON.stringify(item) : revision;
}

interface ItemInState {
  readonly etag: string;
  readonly updatedAt: string;
  readonly status: string;
}

export function formatStateRevision(item: ItemInState | undefined): string {
  return item ? formatItemRevision(item, `${item.etag} ${item.updatedAt} ${item.status}`) : "";
}
