/** What a row says, in words; how it looks is `ui/views/treeItem.ts`. */
export interface NodeText {
  readonly label: string;
  readonly description: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Lines of the tooltip: a name and its value. Texts of the service, not to be trusted. Computed only for the rows that need a tooltip. */
  readonly facts: () => NodeFacts;
  /** What the conditions of menus match: the kind, then what sets this row apart, joined by dots. */
  readonly context: string;
}

export type NodeFacts = readonly (readonly [name: string, value: string])[];

/** Omits the facts without a value. */
export function collectFacts(...facts: readonly (readonly [string, string | null | undefined])[]): NodeFacts {
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
