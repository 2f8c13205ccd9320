import type { UnknownRecord } from "../../../text/record.ts";
import { createSampleValue } from "./createSampleValue.ts";
import { type DescribedValue, describeField } from "./describeField.ts";
import { findArgumentProblems, isValidFor } from "./findArgumentProblems.ts";
import type { FormSchema } from "./formSchema.ts";
import { readFormSchema } from "./readFormSchema.ts";

export type FormModel = ReturnType<typeof createFormModel>;

/** What a form needs to know of a schema. It reads what is shown: a huge schema costs no more than a small one. */
export function createFormModel(source: UnknownRecord) {
  const set = readFormSchema(source);
  const fits = (schema: FormSchema, value: unknown) => isValidFor(set, schema, value);
  return {
    root: set.root,
    describe: (schema: FormSchema, value: DescribedValue) => describeField({ set, fits }, schema, value),
    /** A valid value with what is required: an example, a default, or as little as possible. */
    createFirstValue: (schema: FormSchema) => createSampleValue(set, schema, { optional: false, isEmpty: true, fits }),
    /** A valid value with a sample for each property. */
    createFullValue: (schema: FormSchema) => createSampleValue(set, schema, { optional: true, fits }),
    findProblems: (value: unknown) => findArgumentProblems(set, value),
  };
}
