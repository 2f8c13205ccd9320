export const changeSeverities = ["breaking", "risky", "compatible"] as const;
export type ChangeSeverity = (typeof changeSeverities)[number];

/** What changed about a place of a tool. */
export type ChangeKind =
  | "toolAdded"
  | "toolRemoved"
  /** The tool of the same operation has another name, from `before` to `after`. */
  | "toolRenamed"
  | "schemaAdded"
  | "schemaRemoved"
  /** A property that must have a value now. */
  | "required"
  /** A property that may lack a value now. */
  | "optional"
  | "propertyAdded"
  | "propertyRemoved"
  | "valuesAdded"
  | "valuesRemoved"
  /** A keyword of the schema, or a field of the tool, from `before` to `after`. */
  | "changed"
  /** More values are valid, by the keyword. */
  | "loosened"
  /** Fewer values are valid, by the keyword. */
  | "tightened";

/** One difference between the tools of two versions, for those who call them. */
export interface SurfaceChange {
  readonly severity: ChangeSeverity;
  readonly kind: ChangeKind;
  readonly tool: string;
  /** The place in the tool (RFC 6901), with the references of its schemas followed. */
  readonly pointer: string;
  /** The keyword or the field that changed, where the kind does not say it. */
  readonly keyword?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The operation of the OpenAPI document, such as `GET /pets/{id}`. */
  readonly operation?: string | undefined;
}

/** What is found about one tool, before its name is added. */
export type ToolChange = Omit<SurfaceChange, "tool" | "operation">;
