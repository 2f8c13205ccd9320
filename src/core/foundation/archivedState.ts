/** What a service says about an archived item; one that cannot archive says nothing. */
export interface ArchivedState {
  readonly archived?: boolean | undefined;
  readonly archivedAt?: string | null | undefined;
}

export function isArchived({ archived, archivedAt }: ArchivedState): boolean {
  return archived ?? typeof archivedAt === "string";
}
