import * as z from "zod";
import { defaultMaxTools } from "../../contract/mcp/searchTool.ts";

/** The name of a setting behind `fairlead.`. */
const names = z.registry<{ readonly id: string }>();

/**
 * All settings, with the values that they can have and their defaults. A value that a setting cannot have gives its default. Their texts
 * are in `workbench/manifest/settingTexts.ts`, because VS Code shows them without the extension. `npm run manifest` writes package.json,
 * its texts and the list of the guide from both.
 */
const editorSettings = z.object({
  refreshSeconds: z.number().min(2).max(3600).catch(10).register(names, { id: "refreshSeconds" }),
  servesRegistry: z.boolean().catch(false).register(names, { id: "localService.discovery" }),
  requestTimeoutSeconds: z.number().min(5).max(600).catch(30).register(names, { id: "requestTimeoutSeconds" }),
  notifications: choice(["all", "important"], "all").register(names, { id: "notifications" }),
  notifyAbout: choices(["deployments", "tests", "health"]).register(names, { id: "notifyAbout" }),
  openResults: choices(["testResults", "testReport", "deployment"], ["testResults"]).register(names, {
    id: "openResults",
  }),
  confirm: choices(["archive", "uninstall", "severalRows", "leaveLocal"]).register(names, { id: "confirm" }),
  changesPreview: choice(["unproven", "never"], "unproven").register(names, { id: "changes.preview" }),
  breakingChanges: choice(["ask", "refuse", "allow"], "ask").register(names, { id: "deploy.breakingChanges" }),
  keepToolCalls: z.boolean().catch(false).register(names, { id: "tools.keepCalls" }),
  checksSources: z.boolean().catch(true).register(names, { id: "skills.checkSources" }),
  maxTools: z.int().min(3).max(5000).catch(defaultMaxTools).register(names, { id: "generate.maxTools" }),
});

export type EditorSettings = Readonly<z.output<typeof editorSettings>>;

/** What a notification can be about that is no answer to a click. */
export type NewsKind = EditorSettings["notifyAbout"][number];

/** One of the values. */
function choice<const Value extends string>(values: readonly Value[], initial: NoInfer<Value>) {
  return z.enum(values).catch(initial);
}

/** Some of the values, by default all. Those that are unknown are left out. */
function choices<const Value extends string>(values: readonly Value[], initial: readonly NoInfer<Value>[] = values) {
  const known = (list: unknown) => (Array.isArray(list) ? values.filter((value) => list.includes(value)) : list);
  return z.preprocess(
    known,
    z
      .array(z.enum(values))
      .meta({ uniqueItems: true })
      .catch([...initial]),
  );
}

/** Each setting, in the order of the manifest. */
export const settings = Object.entries(editorSettings.shape).map(([name, schema]) => {
  const id = names.get(schema)?.id;
  if (id === undefined) throw new Error(`The setting ${name} is not registered.`);
  return { name, id, schema };
});

/** The settings as the user wrote them, each with its default in place of a value that it cannot have. */
export function parseEditorSettings(read: (id: string) => unknown): EditorSettings {
  return editorSettings.parse(Object.fromEntries(settings.map(({ name, id }) => [name, read(id)])));
}
