import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { settings as declaredSettings } from "../../../src/extension/base/editorSettings.ts";
import { settingTexts } from "../../../src/extension/workbench/manifest/settingTexts.ts";
import { root } from "../prepare/paths.mjs";

export const settingPrefix = "configuration.";
export const guideFile = join(root, "media", "guide", "index.md");

/** The schema of what has a list of values. */
const valuesSchema = z.looseObject({ type: z.string(), enum: z.array(z.string()) });

/** Each setting with its texts and its JSON schema. */
const settings = Object.entries(settingTexts).flatMap(([name, texts]) => {
  const { id, schema } = declaredSettings.find((setting) => setting.name === name) ?? {};
  if (id === undefined || schema === undefined) return [];
  const { $schema, propertyNames, ...json } = z.toJSONSchema(schema, { target: "draft-7", io: "output" });
  const items = valuesSchema.safeParse(json.items).data;
  const known = items?.enum ?? valuesSchema.safeParse(json).data?.enum ?? [];
  const values: [string, string][] = Object.entries(texts.values ?? {});
  values.sort(([one], [other]) => known.indexOf(one) - known.indexOf(other));
  return [{ ...texts, id, json, items, values }];
});

/** The settings as the manifest declares them. */
export const contributedSettings = () =>
  Object.fromEntries(
    settings.map(({ id, json, items, values, scope = "application" }) => {
      const enumDescriptions = values.map(([value]) => `%${settingPrefix}${id}.${value}%`);
      const described = items ? { items: { ...items, enumDescriptions } } : json.enum && { enumDescriptions };
      return [`fairlead.${id}`, { ...json, ...described, scope, markdownDescription: `%${settingPrefix}${id}%` }];
    }),
  );

/** The texts that package.nls.json has of them. */
export const translatedTexts = () =>
  settings.flatMap(({ id, text, values }) => [
    [settingPrefix + id, text],
    ...values.map(([value, valueText]) => [`${settingPrefix}${id}.${value}`, valueText]),
  ]);

/** Returns the text of the guide with the list of settings. */
export function generatedGuide(): string {
  const table = /(?<=\| setting \| default \| what it does \|\n\|---\|---\|---\|\n)(\|.*\n)+/;
  return readFileSync(guideFile, "utf8").replace(table, () => settings.map(settingRow).join(""));
}

function settingRow({ id, text, json, values, guide }: (typeof settings)[number]): string {
  const { default: initial, minimum, maximum } = json;
  const isWhole = Array.isArray(initial) && initial.length === values.length;
  const sentences = [
    text,
    ...(minimum === undefined ? [] : [`From ${minimum} to ${maximum}.`]),
    ...values.map(([value, valueText]) => `\`${value}\`: ${valueText}`),
    ...(guide === undefined ? [] : [`[More about it](${guide}).`]),
  ];
  const shown = Array.isArray(initial) ? initial.join("`, `") : typeof initial === "object" ? "{}" : initial;
  return `| \`fairlead.${id}\` | ${isWhole ? "all of them" : `\`${shown}\``} | ${sentences.join(" ")} |\n`;
}
