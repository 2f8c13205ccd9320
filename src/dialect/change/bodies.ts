import * as z from "zod";
import { operationTable } from "../../contract/operations.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { UnknownRecord } from "../../text/record.ts";
import { isRecord } from "../../text/record.ts";
import { styleHere } from "../asking.ts";
import type { Asking } from "../dialect.ts";
import { type Style, styled } from "../language/style.ts";
import { innerNames, nameOf, spoken } from "./bodyNames.ts";

/** How a body is said; what a refusal shows changes it. */
export interface Form {
  /** Fields by what they are called in this request alone. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields that are not sent. */
  readonly without: readonly string[];
  /** The object that all fields stand in. */
  readonly wrapper?: string;
  readonly encoding?: "form";
}

export const plainForm: Form = { names: {}, without: [] };

/** Fields of the body that were given, with those of the query left out. */
export function bodyFields({ name, input }: Asking): Readonly<Record<string, unknown>> {
  const { query, body } = operationTable[name];
  if (body === null) return {};
  const own = Object.entries(input).filter(([field, value]) => value !== undefined && !(field in query.shape));
  return Object.fromEntries(own);
}

/** A body as the service wants it: by the profile's template, else with its own names and words. */
export function bodyIn(of: Asking, form: Form): UnknownRecord {
  const { knowledge } = of.dialect;
  const { body: template, params } = knowledge.of(of.name);
  const style = styleHere(of);
  const schema: z.ZodObject | null = operationTable[of.name].body;
  const said = Object.entries(bodyFields(of)).filter(
    ([field]) => params?.[field] !== null && !form.without.includes(field),
  );
  const values = said.map(([field, value]) => {
    const inner = styledIn(schema?.shape[field], spoken(of, field, value), style, {
      ...innerNames(of, field),
      ...innerOverrides(field, { ...params, ...form.names }),
    });
    return [field, inner] as const;
  });
  const given = Object.fromEntries(values);
  if (template) return filled(template, given);
  // The names of RFC 6749 are nobody's style.
  const isForm = "encoding" in operationTable[of.name];
  const named = values.map(
    ([field, value]) => [form.names[field] ?? (isForm ? field : nameOf(of, field)), value] as const,
  );
  const fields = Object.fromEntries(named);
  return form.wrapper === undefined ? fields : { [form.wrapper]: fields };
}

/** `target.path` says what the path in a target is called. */
function innerOverrides(field: string, names: Readonly<Record<string, string | null>>): UnknownRecord {
  const own = Object.entries(names).filter(([name]) => name.startsWith(`${field}.`));
  return Object.fromEntries(own.map(([name, called]) => [name.slice(field.length + 1), called]));
}

/** The template that says the same as a form, to be kept. */
export function templateOf(of: Asking, form: Form): UnknownRecord {
  const { body } = operationTable[of.name];
  const fields = Object.keys(body?.shape ?? {}).filter((field) => !form.without.includes(field));
  const inner = Object.fromEntries(fields.map((field) => [form.names[field] ?? nameOf(of, field), `{{${field}}}`]));
  return form.wrapper === undefined ? inner : { [form.wrapper]: inner };
}

/** Names of known objects in the service's style; never the keys of maps, which are somebody's own. */
function styledIn(schema: z.core.$ZodType | undefined, value: unknown, style: Style, names: UnknownRecord): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return styledIn(schema.unwrap(), value, style, names);
  if (schema instanceof z.ZodUnion)
    return styledIn(
      schema.options.find((one) => z.safeParse(one, value).success),
      value,
      style,
      names,
    );
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one: unknown) => styledIn(schema.element, one, style, {}));
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields = Object.entries(value).map(([name, inner]) => {
    const said = names[name];
    return [typeof said === "string" ? said : styled(name, style), styledIn(schema.shape[name], inner, style, {})];
  });
  return Object.fromEntries(fields);
}

const whole = /^\{\{(\w+)\}\}$/;

/** A template with the values put in; what has no value is left out. */
function filled(template: UnknownRecord, given: UnknownRecord): UnknownRecord {
  const fields = Object.entries(template).flatMap(([name, wanted]) => {
    const value = filledValue(wanted, given);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function filledValue(wanted: unknown, given: UnknownRecord): unknown {
  if (Array.isArray(wanted)) return wanted.map((one) => filledValue(one, given)).filter((one) => one !== undefined);
  if (isRecord(wanted)) return filled(wanted, given);
  if (typeof wanted !== "string") return wanted;
  const [, field] = whole.exec(wanted) ?? [];
  if (field !== undefined) return getValueAtPath(given, [field]);
  return wanted.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(getValueAtPath(given, [name]) ?? ""));
}
