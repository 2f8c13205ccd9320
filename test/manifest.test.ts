import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { internalCommands } from "../src/extension/base/commands/internalCommands.ts";
import { commandTable } from "../src/extension/workbench/commandTable.ts";
import { generatedManifest } from "./host/manifest/contributes.ts";
import { writeSchemas } from "./host/manifest/schemas.ts";
import { generatedGuide, guideFile } from "./host/manifest/settings.ts";
import { readManifest } from "./support/readManifest.ts";

const root = join(import.meta.dirname, "..");
const menuItem = z.looseObject({
  command: z.string().optional(),
  group: z.string().optional(),
  submenu: z.string().optional(),
  when: z.string().optional(),
});
const view = z.looseObject({
  id: z.string(),
  name: z.string(),
  icon: z.string().optional(),
  visibility: z.string().optional(),
});
const setting = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  scope: z.string().optional(),
  description: z.string().optional(),
  markdownDescription: z.string().optional(),
});
const manifestSchema = z.looseObject({
  activationEvents: z.array(z.string()),
  contributes: z.looseObject({
    commands: z.array(z.looseObject({ command: z.string(), title: z.string(), category: z.string().optional() })),
    viewsContainers: z.record(z.string(), z.array(z.looseObject({ id: z.string(), icon: z.string() }))),
    views: z.record(z.string(), z.array(view)),
    viewsWelcome: z.array(z.looseObject({ view: z.string(), contents: z.string() })).default([]),
    keybindings: z.array(
      z.looseObject({
        command: z.string(),
        key: z.string(),
        when: z.string(),
        args: z.object({ view: z.string() }).optional(),
      }),
    ),
    menus: z.record(z.string(), z.array(menuItem)),
    walkthroughs: z.array(
      z.looseObject({
        steps: z.array(
          z.looseObject({
            id: z.string(),
            description: z.string(),
            media: z.looseObject({ svg: z.string(), altText: z.string() }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
    configuration: z.looseObject({ properties: z.record(z.string(), setting) }),
  }),
});

const read = (file: string) => readFileSync(join(root, file), "utf8");
const text = read("package.json");
/** Welcome texts are in the translations, with links to commands. */
const translations = read("package.nls.json") + read("package.nls.de.json");
const { activationEvents, contributes } = manifestSchema.parse(readManifest());
// The manifest is generated from the files left out, so they prove nothing about it.
const source = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ["src/extension/workbench/manifest/**"] })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
const code = source("src/extension/**/*.ts") + source("src/extension.ts");

const declared = contributes.commands.map(({ command }) => command).sort();
const registered = [...declared, ...internalCommands];
const views = Object.values(contributes.views).flat();
const items = Object.entries(contributes.menus).flatMap(([menu, entries]) =>
  entries.map((item) => ({ menu, ...item })),
);
const palette = contributes.menus.commandPalette ?? [];
const settings = Object.entries(contributes.configuration.properties);
const conditions = [...text.matchAll(/"when": "([^"]*)"/g)].map(([, when = ""]) => when);

test("package.json equals the output of `npm run manifest`", () => {
  expect(text).toBe(generatedManifest());
});

describe("commands", () => {
  test("have the category Fairlead, and titles without it", () => {
    const invalid = contributes.commands.filter(
      ({ category, title }) => category !== "Fairlead" || /fairlead/i.test(title),
    );
    expect(invalid).toEqual([]);
  });

  test("without a title are internal", () => {
    const untitled = Object.entries(commandTable).filter(([, command]) => !("title" in command));
    expect(untitled.map(([id]) => id).sort()).toEqual([...internalCommands]);
  });

  test("have unique titles", () => {
    const titles = contributes.commands.map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  test("of menus, welcome texts and key bindings are declared", () => {
    const linked = [...(text + translations).matchAll(/command:(fairlead\.[\w.]+)/g)].map(([, id = ""]) => id);
    const named = [...items.flatMap(({ command }) => command ?? []), ...linked];
    // VS Code adds a command `<view>.focus` for each view.
    const known = [...declared, ...internalCommands, ...views.map(({ id }) => `${id}.focus`)];
    expect(named.filter((id) => id.startsWith("fairlead.") && !known.includes(id))).toEqual([]);
  });

  test("hidden from the palette have another entry point", () => {
    const hidden = palette.filter(({ when }) => when === "false").flatMap(({ command }) => command ?? []);
    const inMenus = items.filter(({ menu }) => menu !== "commandPalette");
    const elsewhere = new Set([...inMenus, ...contributes.keybindings].map(({ command }) => command));
    const uses = (id: string) => code.split(`"${id}"`).length - 1;
    expect(hidden.filter((id) => !elsewhere.has(id) && uses(id) < 2)).toEqual([]);
  });
});

test("keys work in our views and documents only, and on selected rows", () => {
  const keys = contributes.keybindings;
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter(({ when }) => !/^focusedView (==|=~) |resourceScheme == fairlead/.test(when))).toEqual([]);
  expect(keys.filter(({ when, args }) => args && !when.startsWith(`focusedView == ${args.view} `))).toEqual([]);
  expect(keys.filter(({ command }) => !registered.includes(command))).toEqual([]);
});

test("there are few commands, and fewer in the palette", () => {
  const hidden = palette.filter(({ when }) => when === "false").map(({ command }) => command);
  // Both go down only: an act that another command does on another row is no command of its own. *Generate Again*, *Go Back to...* and
  // *Deploy as Preview...* are on rows where *Deploy* would do something else.
  expect(declared.length).toBeLessThanOrEqual(95);
  expect(declared.filter((command) => !hidden.includes(command)).length).toBeLessThanOrEqual(57);
});

test("the palette lacks what the local service and a service of the contract cannot do", () => {
  const hiddenWhere = (condition: string) =>
    palette.filter(({ when = "" }) => when.includes(condition)).flatMap(({ command }) => command ?? []);
  expect(hiddenWhere("!fairlead.isLocal").sort()).toEqual([
    "fairlead.auditLog.show",
    "fairlead.connection.useLocal",
    "fairlead.organization.switch",
  ]);
  expect(hiddenWhere("!fairlead.hasOneRunner")).toEqual(["fairlead.server.setLimits"]);
  expect(hiddenWhere("!fairlead.isContract").sort()).toEqual(["fairlead.compatibility.check", "fairlead.profile.edit"]);
});

test("one view has the welcome with a button, and each view at most one welcome at a time", () => {
  const buttons = contributes.viewsWelcome.filter(({ contents }) => /^\[[^\]]+\]\([^)]+\)$/m.test(contents));
  expect([...new Set(buttons.map(({ view: of }) => of))]).toEqual(["fairlead.servers"]);
  expect(buttons.filter(({ contents }) => (contents.match(/^\[[^\]]+\]\([^)]+\)$/gm) ?? []).length > 1)).toEqual([]);
});

describe("views", () => {
  test("all have a data source in the code", () => {
    expect(views.map(({ id }) => id).filter((id) => !code.includes(`"${id}"`))).toEqual([]);
  });

  test("are open at first where work is done, and folded where one looks things up", () => {
    const open = views.filter(({ visibility }) => visibility === undefined).map(({ id }) => id);
    expect(open).toEqual(["fairlead.servers", "fairlead.skills", "fairlead.registry"]);
    expect(views.filter(({ visibility }) => visibility === "collapsed").length).toBe(3);
  });

  test("with a data source in the code are declared", () => {
    const filled = [...code.matchAll(/(?:createTreeView|registerTreeDataProvider)\(\s*"([^"]+)"/g)].map(([, id]) => id);
    expect(filled.filter((id) => !views.some((known) => known.id === id))).toEqual([]);
  });

  test("of conditions and welcome texts are declared", () => {
    const named = conditions.flatMap((when) => [...when.matchAll(/\bview == '?(fairlead\.\w+)/g)].map(([, id]) => id));
    const all = [...named, ...contributes.viewsWelcome.map((welcome) => welcome.view)];
    expect(all.filter((id) => !views.some((known) => known.id === id))).toEqual([]);
  });
});

describe("each step of the walkthrough", () => {
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);

  test("links to its command", () => {
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.filter(({ description }) => !/\n\[[^\]]+\]\(command:fairlead\.[\w.]+\)/.test(description))).toEqual(
      [],
    );
  });

  test("has completion events that the code triggers", () => {
    const happens = (event: string) => {
      const [, kind = "", what = ""] = /^(onContext|onView):(\S+)/.exec(event) ?? [];
      return kind === "onView" ? views.some(({ id }) => id === what) : code.includes(`"${what}"`);
    };
    const never = steps.filter(
      ({ completionEvents }) => completionEvents.length === 0 || !completionEvents.every(happens),
    );
    expect(never.map(({ id }) => id)).toEqual([]);
  });

  test("has an image with a text alternative, in the SVG and in the manifest", () => {
    const incomplete = steps.filter(({ media }) => {
      const picture = readFileSync(join(root, media.svg), "utf8");
      return media.altText.length < 40 || !/<svg [^>]*role="img" aria-label="[^"]{30,}"/.test(picture);
    });
    expect(incomplete.map(({ id }) => id)).toEqual([]);
  });

  test("has an image that uses only theme colors", () => {
    const paints = steps.flatMap(({ media }) => {
      const picture = readFileSync(join(root, media.svg), "utf8");
      // Only attributes, because VS Code's walkthrough page allows no custom styles.
      return [...picture.matchAll(/ (?:fill|stroke|style)="([^"]*)"/g)].map(([, paint = ""]) => paint);
    });
    expect(paints.filter((paint) => paint !== "none" && !paint.startsWith("var(--vscode-"))).toEqual([]);
  });
});

describe("settings", () => {
  test("are read from the table of the settings only, so that each is declared", () => {
    expect(code.match(/getConfiguration\("fairlead/g)).toHaveLength(1);
    expect(code).toContain("parseEditorSettings((id) => configuration.get(id))");
  });

  test("stand in the guide as `npm run manifest` writes them", () => {
    expect(readFileSync(guideFile, "utf8")).toBe(generatedGuide());
    expect(generatedGuide().match(/^\| `fairlead\./gm)).toHaveLength(settings.length);
  });

  test("that choose a connection or a program cannot come from a workspace", () => {
    const daring = settings.filter(([name]) => /url|header|command|executable|path|host|proxy/i.test(name));
    expect(daring.filter(([, { scope }]) => scope !== "application")).toEqual([]);
  });
});

test("context keys of conditions are set by the code", () => {
  const keys = conditions.flatMap((when) => [...when.matchAll(/(?<![\w.'/])fairlead\.[\w.]+/g)].map(([key]) => key));
  const own = [...new Set(keys)].filter((key) => !views.some(({ id }) => id === key) && !declared.includes(key));
  expect(own.filter((key) => !code.includes(`"${key}"`))).toEqual([]);
});

test("nothing activates the extension at startup", () => {
  expect(activationEvents.filter((event) => event === "*" || event === "onStartupFinished")).toEqual([]);
});

test("each panel is restored after a reload of the window, and has its styles", () => {
  const pages = globSync("src/webview/*/page.ts", { cwd: root }).map((file) => file.split("/")[2] ?? "");
  const restored = activationEvents.filter((event) => event.startsWith("onWebviewPanel:"));
  expect(restored.toSorted()).toEqual(pages.map((page) => `onWebviewPanel:fairlead.${page}`).toSorted());
  expect(pages.filter((page) => !existsSync(join(root, "media", "styles", `${page}.css`)))).toEqual([]);
});

test("every image in the manifest exists", () => {
  const named = [...text.matchAll(/"(media\/[^"]+)"/g)].map(([, file = ""]) => file);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every schema in the manifest is built", () => {
  const named = [...text.matchAll(/"\.\/dist\/schemas\/([^"]+)"/g)].map(([, file = ""]) => file);
  const folder = mkdtempSync(join(tmpdir(), "fairlead-schemas-"));
  try {
    writeSchemas(folder);
    expect(named.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(named.length).toBeGreaterThan(0);
});
