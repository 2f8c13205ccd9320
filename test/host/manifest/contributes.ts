import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readingTools } from "../../../src/agentTools/agentTools.ts";
import { nameForChat } from "../../../src/extension/agentTools/languageModelTool.ts";
import { toolRegistry } from "../../../src/extension/agentTools/toolRunner.ts";
import {
  type Command,
  type InternalCommand,
  inOurViews,
  menus,
  trusted,
} from "../../../src/extension/base/commands/command.ts";
import { commandTable } from "../../../src/extension/workbench/commandTable.ts";
import { root } from "../prepare/paths.mjs";
import { editorSchemas } from "./schemas.ts";
import { contributedSettings, settingPrefix, translatedTexts } from "./settings.ts";

// A record preserves the order of its keys.
const record = z.record(z.string(), z.unknown());

export const packageFile = join(root, "package.json");
export const textsFile = join(root, "package.nls.json");

const commandPrefix = "commands.";

const commands = Object.entries(commandTable).flatMap(([id, command]: [string, Command | InternalCommand]) =>
  "title" in command ? [[id, command] as const] : [],
);

/** Returns the text of package.nls.json: what is written there by hand, the texts of the settings, the titles of the commands. */
export function generatedTexts(): string {
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(textsFile, "utf8")));
  const others = Object.entries(texts).filter(
    ([key]) => !key.startsWith(commandPrefix) && !key.startsWith(settingPrefix),
  );
  const titles = commands.map(([command, { title }]) => [commandPrefix + command, title]);
  return `${JSON.stringify(Object.fromEntries([...others, ...translatedTexts(), ...titles]), null, 2)}\n`;
}

/** Returns the text of package.json with the parts that come from tables of the code. */
export function generatedManifest(): string {
  const manifest = record.parse(JSON.parse(readFileSync(packageFile, "utf8")));
  const contributes = record.parse(manifest.contributes);
  const declaredTools = z.array(record).parse(contributes.languageModelTools);
  const generated = {
    configuration: { title: "Fairlead", properties: contributedSettings() },
    commands: contributedCommands(),
    menus: contributedMenus(),
    submenus: submenus.map(({ id, label }) => ({ id, label })),
    jsonValidation: editorSchemas.map(({ name, fileMatch }) => ({ fileMatch, url: `./dist/schemas/${name}.json` })),
    languageModelTools: declaredTools.map((tool) => ({ ...tool, ...contributedTool(tool.name) })),
  };
  return `${JSON.stringify({ ...manifest, contributes: { ...contributes, ...generated } }, null, 2)}\n`;
}

function contributedCommands(): object[] {
  return commands.map(([command, { shortTitle, icon, needsTrust }]) => ({
    ...{ command, title: `%${commandPrefix}${command}%`, category: "Fairlead", shortTitle, icon },
    ...(needsTrust && { enablement: trusted }),
  }));
}

/** VS Code hides a submenu that has no entry. */
const submenus = [
  { id: "fairlead.explorer", label: "Fairlead", menu: "explorer/context", item: { group: "7_fairlead@1" } },
  {
    id: "fairlead.copy",
    label: "%submenus.copy%",
    menu: "view/item/context",
    item: { when: inOurViews, group: "9_more@1" },
  },
  {
    id: "fairlead.more",
    label: "%submenus.more%",
    menu: "view/item/context",
    item: { when: inOurViews, group: "9_more@2" },
  },
];

function contributedMenus(): object {
  const items = [
    ...commands.flatMap(([command, contribution]) =>
      (contribution.menus ?? []).flat().map(({ menu, ...item }) => ({ menu, item: { command, ...item } })),
    ),
    ...submenus.map(({ id, menu, item }) => ({ menu, item: { submenu: id, ...item } })),
  ];
  const all = [...menus, "explorer/context"];
  return Object.fromEntries(
    all.map((menu) => [menu, items.filter((one) => one.menu === menu).map(({ item }) => item)]),
  );
}

/** The inputs that a language model can pass to a tool. */
/** What language models read; the texts for people stand in the manifest. */
function contributedTool(name: unknown): object {
  const tool = Object.entries(toolRegistry).find(([known]) => known === name)?.[1];
  if (tool === undefined)
    throw new Error(`package.json has a tool ${name}, src/extension/agentTools has no such tool.`);
  const { $schema, ...schema } = z.toJSONSchema(tool.input, { target: "draft-7", io: "input" });
  const description = Object.values(readingTools).find((one) => `fairlead_${one.name}` === name)?.description;
  return { ...(description !== undefined && { modelDescription: nameForChat(description) }), inputSchema: schema };
}
