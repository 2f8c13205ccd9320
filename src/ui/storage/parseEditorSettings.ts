import * as z from "zod";
import { defaultMaxTools } from "../../contract/mcp/defaultMaxTools.ts";
import {
  type EditorSettings,
  newsKinds,
  openedResults,
  optionalQuestions,
} from "../../core/foundation/editorSettings.ts";

const priceSchema = z.object({ input: z.number().min(0), output: z.number().min(0) });

const settingsSchema = z.object({
  maxTools: z.int().min(3).max(5000).catch(defaultMaxTools),
  servesRegistry: z.boolean().catch(false),
  refreshSeconds: z.number().min(2).max(3600).catch(10),
  requestTimeoutSeconds: z.number().min(5).max(600).catch(30),
  notifications: z.enum(["all", "important"]).catch("all"),
  notifyAbout: listOf(newsKinds, newsKinds),
  openResults: listOf(openedResults, ["testResults"]),
  confirm: listOf(optionalQuestions, optionalQuestions),
  changesPreview: z.enum(["unproven", "never"]).catch("unproven"),
  breakingChanges: z.enum(["ask", "refuse", "allow"]).catch("ask"),
  keepToolCalls: z.boolean().catch(false),
  checksSources: z.boolean().catch(true),
  modelPrices: z.record(z.string(), priceSchema.optional().catch(undefined)).catch({}).transform(omitUnset),
});

function omitUnset<T>(record: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The known values of a list; the default for a setting that is no list. */
function listOf<T extends string>(known: readonly T[], initial: readonly T[]) {
  const list = z.array(z.unknown()).catch([...initial]);
  return list.transform((values) => known.filter((one) => values.includes(one)));
}

/** The settings as the user wrote them, each with its default in place of a value that it cannot have. */
export function parseEditorSettings(written: Readonly<Record<keyof EditorSettings, unknown>>): EditorSettings {
  return settingsSchema.parse(written);
}
