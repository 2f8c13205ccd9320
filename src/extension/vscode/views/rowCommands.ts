import * as z from "zod";
import { rowOf, type TreeNode } from "../../workbench/nodes.ts";
import type { RowCommand } from "../../workbench/tree/chooseNode.ts";

/** VS Code gives a translated title with the English one, which the palette finds too. */
const titleSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);

const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: titleSchema })),
    menus: z.object({
      "view/item/context": z.array(z.object({ command: z.string(), when: z.string(), group: z.string() })),
    }),
  }),
});

/** The commands of a row's context menu in the order of the menu, from the manifest. */
export function createRowCommands(manifest: unknown): (node: TreeNode) => readonly RowCommand[] {
  const { commands, menus } = manifestSchema.parse(manifest).contributes;
  const titles = new Map(commands.map(({ command, title }) => [command, title]));
  const items = menus["view/item/context"]
    .filter(({ group }) => !group.startsWith("inline"))
    .flatMap(({ command: id, when, group }) => {
      const pattern = /viewItem =~ \/(.*)\/$/.exec(when)?.[1];
      return pattern === undefined ? [] : [{ id, group, pattern: new RegExp(pattern) }];
    })
    .toSorted((one, other) => one.group.localeCompare(other.group));
  return (node) => {
    const { context } = rowOf(node).describe(node, Date.now());
    const ids = items.filter(({ pattern }) => pattern.test(context)).map(({ id }) => id);
    return [...new Set(ids)].map((id) => ({ id, title: titles.get(id) ?? id }));
  };
}
