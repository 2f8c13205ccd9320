import type { JsonType } from "../../../text/jsonType.ts";

/** A JSON Schema of 2020-12 whose keywords have the values that the specification asks for. */
export type FormSchema = {
  readonly $ref?: string;
  readonly type?: JsonType[];
  readonly enum?: unknown[];
  readonly const?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: unknown[];
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: FormSchema;
  readonly required?: string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: FormSchema[];
  readonly items?: FormSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: FormSchema[];
  readonly anyOf?: FormSchema[];
  readonly oneOf?: FormSchema[];
  readonly not?: FormSchema;
  readonly if?: FormSchema;
  readonly then?: FormSchema;
  readonly else?: FormSchema;
};

/** A schema with the targets of its references. */
export interface FormSchemaSet {
  readonly root: FormSchema;
  /** By `$ref`. */
  readonly definitions: Readonly<Record<string, FormSchema>>;
}

/** What `false` is as a schema: no value is valid. */
export const neverSchema: FormSchema = { not: {} };

/** Whether a schema refuses every value. */
export function isNeverSchema({ not }: FormSchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}
