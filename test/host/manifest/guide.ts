import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { listSettings } from "../../../src/core/foundation/editorSettings.ts";
import { root } from "../prepare/paths.mjs";

export const guideFile = join(root, "media", "guide", "index.md");

/** Returns the text of the guide with the list of settings. */
export function generatedGuide(): string {
  const table = /(?<=\| setting \| default \| what it does \|\n\|---\|---\|---\|\n)(\|.*\n)+/;
  return readFileSync(guideFile, "utf8").replace(table, () => listSettings().map(settingRow).join(""));
}

function settingRow({ id, text, schema, values = {}, guide }: ReturnType<typeof listSettings>[number]): string {
  const { default: initial, minimum, maximum } = z.toJSONSchema(schema, { target: "draft-7", io: "output" });
  const isWhole = Array.isArray(initial) && initial.length === Object.keys(values).length;
  const shown = isWhole
    ? "all of them"
    : `\`${typeof initial === "object" && !Array.isArray(initial) ? "{}" : initial}\``;
  const sentences = [
    text,
    ...(minimum === undefined ? [] : [`From ${minimum} to ${maximum}.`]),
    ...Object.entries(values).map(([value, valueText]) => `\`${value}\`: ${valueText}`),
    ...(guide === undefined ? [] : [`[More about it](${guide}).`]),
  ];
  return `| \`fairlead.${id}\` | ${shown} | ${sentences.join(" ")} |\n`;
}
