/** The text of a row; `ui/views/createTreeItem.ts` maps it to a tree item. */
export interface NodeText {
  readonly label: string;
  readonly description: string;
  /** The description for screen readers, where it has more words. */
  readonly spokenDescription?: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The tooltip's names and values: untrusted texts of the service. Computed only for rows that need a tooltip. */
  readonly facts: () => NodeFacts;
  /** The row is greyed. */
  readonly isMuted?: true;
  /** The context value for menu conditions: the kind, then its variants, joined by dots. */
  readonly context: string;
}

export type NodeFacts = readonly (readonly [name: string, value: string])[];

/** Omits the facts without a value. */
export function collectFacts(...facts: readonly (readonly [string, string | null | undefined])[]): NodeFacts {
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
