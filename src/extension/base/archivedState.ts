/** What a service says about an archived item; one that cannot archive says nothing. */
export interface ArchivedState {
  readonly archived?: boolean | undefined;
  readonly archivedAt?: string | null | undefined;
}

export function isArchived(state: ArchivedState): boolean {
  return readArchived(state) ?? false;
}

/** undefined: the service does not say. */
export function readArchived({ archived, archivedAt }: ArchivedState): boolean | undefined {
  return archived ?? (archivedAt === undefined ? undefined : archivedAt !== null);
}
