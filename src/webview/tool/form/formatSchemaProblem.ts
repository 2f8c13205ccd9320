import * as l10n from "@vscode/l10n";
import type { JsonType } from "../../../text/jsonType.ts";
import { locale } from "../../../text/language/locale.ts";
import type { FormSchema } from "./formSchema.ts";

/** What a value must be for the keyword of a schema that it violates. */
export function formatSchemaProblem(keyword: string, schema: FormSchema): string {
  const format = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return format?.(schema) ?? l10n.t`The schema does not allow this value (${keyword}).`;
}

const orEmpty = (value: number | undefined) => value?.toLocaleString(locale, { maximumFractionDigits: 20 }) ?? "";

const messages: Readonly<Record<string, (schema: FormSchema) => string>> = {
  type: ({ type = [] }) => l10n.t`Must be of type ${formatTypes(type)}.`,
  enum: () => l10n.t("Must be one of the values of the list."),
  const: ({ const: value }) => l10n.t`Must be ${JSON.stringify(value)}.`,
  required: () => l10n.t("Is required."),
  not: () => l10n.t("Is not allowed here."),
  minLength: ({ minLength }) => l10n.t`The minimum length is ${orEmpty(minLength)}.`,
  maxLength: ({ maxLength }) => l10n.t`The maximum length is ${orEmpty(maxLength)}.`,
  pattern: ({ pattern = "" }) => l10n.t`Must match the pattern ${pattern}.`,
  format: ({ format = "" }) => l10n.t`Must have the format ${format}.`,
  minimum: ({ minimum }) => l10n.t`Must be at least ${orEmpty(minimum)}.`,
  maximum: ({ maximum }) => l10n.t`Must be at most ${orEmpty(maximum)}.`,
  exclusiveMinimum: ({ exclusiveMinimum }) => l10n.t`Must be greater than ${orEmpty(exclusiveMinimum)}.`,
  exclusiveMaximum: ({ exclusiveMaximum }) => l10n.t`Must be less than ${orEmpty(exclusiveMaximum)}.`,
  multipleOf: ({ multipleOf }) => l10n.t`Must be a multiple of ${orEmpty(multipleOf)}.`,
  minItems: ({ minItems }) => l10n.t`The minimum number of items is ${orEmpty(minItems)}.`,
  maxItems: ({ maxItems }) => l10n.t`The maximum number of items is ${orEmpty(maxItems)}.`,
  uniqueItems: () => l10n.t("All items must be different."),
  minProperties: ({ minProperties }) => l10n.t`The minimum number of properties is ${orEmpty(minProperties)}.`,
  maxProperties: ({ maxProperties }) => l10n.t`The maximum number of properties is ${orEmpty(maxProperties)}.`,
  anyOf: () => l10n.t("Matches no variant."),
  oneOf: () => l10n.t("Must match exactly one variant."),
};

export function formatTypes(types: readonly JsonType[]): string {
  const names: Readonly<Record<JsonType, string>> = {
    string: l10n.t("text"),
    number: l10n.t("number"),
    integer: l10n.t("integer"),
    boolean: l10n.t("true or false"),
    object: l10n.t("object"),
    array: l10n.t("list"),
    null: "null",
  };
  return types.map((type) => names[type]).join(" | ");
}
