import * as z from "zod";
import { isRecord } from "../text/record.ts";

const marked = z.registry<{ readonly confidential: true }>();

/**
 * Marks a field whose value nobody keeps, writes to a log or shows again: secrets, and the contents of files. To be called
 * last but for `optional`, `nullable` and the like.
 */
export function markConfidential<Schema extends z.ZodType>(schema: Schema): Schema {
  marked.add(schema, { confidential: true });
  return schema;
}

export function isConfidential(schema: z.core.$ZodType): boolean {
  return marked.get(schema) !== undefined;
}

/**
 * What of a value may be kept, as its schema says. What the schema does not know is left out with what is marked; texts are
 * given to `clean`, keys of maps too.
 */
export function omitConfidential(
  schema: z.core.$ZodType,
  value: unknown,
  { instead, clean }: { readonly instead: string; readonly clean: (text: string) => string },
): unknown {
  const keep = (forms: readonly z.core.$ZodType[], given: unknown): unknown => {
    if (given === null) return null;
    if (forms.some(isConfidential)) return instead;
    if (typeof given === "string") return clean(given);
    if (Array.isArray(given)) return keepItems(forms, given);
    return typeof given === "object" ? keepFields(forms, given) : given;
  };
  const keepItems = (forms: readonly z.core.$ZodType[], items: readonly unknown[]) => {
    const inner = elementForms(forms);
    return items.map((item) => keep(inner, item));
  };
  const keepFields = (forms: readonly z.core.$ZodType[], given: object) => {
    const kept = Object.entries(given).map(([name, field]) => {
      const inner = forms.flatMap((form) => fieldForms(form, name));
      return inner.length === 0 ? [] : [[clean(name), keep(inner, field)] as const];
    });
    return Object.fromEntries(kept.flat());
  };
  return keep(formsOf(schema), value);
}

/** Every text in a value that its schema marks. */
export function collectConfidentialTexts(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const find = (forms: readonly z.core.$ZodType[], given: unknown): readonly string[] => {
    if (typeof given === "string") return forms.some(isConfidential) ? [given] : [];
    if (Array.isArray(given)) return given.flatMap((item) => find(elementForms(forms), item));
    if (!isRecord(given)) return [];
    return Object.entries(given).flatMap(([name, field]) =>
      find(
        forms.flatMap((form) => fieldForms(form, name)),
        field,
      ),
    );
  };
  return find(formsOf(schema), value);
}

function elementForms(forms: readonly z.core.$ZodType[]): readonly z.core.$ZodType[] {
  return forms.flatMap((form) => (form instanceof z.ZodArray ? formsOf(form.element) : []));
}

/** What is behind `optional` and the like, every choice of a union; a mark on the way counts for what is behind it. */
function formsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (isConfidential(schema)) return [schema];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return formsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema];
}

function fieldForms(form: z.core.$ZodType, name: string): readonly z.core.$ZodType[] {
  if (form instanceof z.ZodRecord) return formsOf(form.valueType);
  const field = form instanceof z.ZodObject && Object.hasOwn(form.shape, name) ? form.shape[name] : undefined;
  return field ? formsOf(field) : [];
}
