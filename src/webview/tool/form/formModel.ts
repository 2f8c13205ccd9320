import type { UnknownRecord } from "../../../text/record.ts";
import { createSampleValue } from "./createSampleValue.ts";
import { describeField } from "./describeField.ts";
import { type ArgumentProblem, findArgumentProblems, isValidFor } from "./findArgumentProblems.ts";
import type { FormField } from "./formField.ts";
import type { FormSchema } from "./formSchema.ts";
import { readFormSchema } from "./readFormSchema.ts";

/** What a form needs to know of a schema. It reads what is shown: a huge schema costs no more than a small one. */
export interface FormModel {
  readonly root: FormSchema;
  /** The field of a schema for a value; `undefined` is a value that is not set. `variant` is what the user chose. */
  describe(schema: FormSchema, value: unknown, variant?: number): FormField;
  /** A valid value with what is required: an example, a default, or as little as possible. */
  createFirstValue(schema: FormSchema): unknown;
  /** A valid value with a sample for each property. */
  createFullValue(schema: FormSchema): unknown;
  findProblems(value: unknown): readonly ArgumentProblem[];
}

export function createFormModel(source: UnknownRecord): FormModel {
  const set = readFormSchema(source);
  const fits = (schema: FormSchema, value: unknown) => isValidFor(set, schema, value);
  return {
    root: set.root,
    describe: (schema, value, variant) => describeField({ set, fits }, schema, value, variant),
    createFirstValue: (schema) => createSampleValue(set, schema, { optional: false, isEmpty: true, fits }),
    createFullValue: (schema) => createSampleValue(set, schema, { optional: true, fits }),
    findProblems: (value) => findArgumentProblems(set, value),
  };
}
