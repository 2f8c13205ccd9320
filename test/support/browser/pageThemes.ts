import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

export const pageThemeNames = ["dark", "light", "highContrast", "highContrastLight"] as const;
export type PageTheme = (typeof pageThemeNames)[number];

const themes = z.record(
  z.enum(pageThemeNames),
  z.object({ class: z.string(), variables: z.record(z.string(), z.string()) }),
);

/** The variables of VS Code's themes that the pages use, read from a real window. */
export const pageThemes = themes.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../fixtures/themes.json"), "utf8")),
);
