import type { UnknownRecord } from "../../../text/record.ts";
import { createSampleValue } from "./createSampleValue.ts";
import { type DescribedValue, describeField } from "./describeField.ts";
import { type ArgumentProblem, findArgumentProblems, isValidFor } from "./findArgumentProblems.ts";
import type { FormField } from "./formField.ts";
import type { FormSchema } from "./formSchema.ts";
import { readFormSchema } from "./readFormSchema.ts";

/** What a form needs to know of a schema. It reads what is shown: a huge schema costs no more than a small one. */
export interface FormModel {
  readonly root: FormSchema;
  describe(schema: FormSchema, value: DescribedValue): FormField;
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
    describe: (schema, value) => describeField({ set, fits }, schema, value),
    createFirstValue: (schema) => createSampleValue(set, schema, { optional: false, isEmpty: true, fits }),
    createFullValue: (schema) => createSampleValue(set, schema, { optional: true, fits }),
    findProblems: (value) => findArgumentProblems(set, value),
  };
}
