import * as z from "zod";
import { rowOf, type TreeNode } from "../../workbench/nodes.ts";
import type { RowCommand } from "../../workbench/tree/chooseNode.ts";

/** VS Code gives a translated title with the English one, which the palette finds too. */
const titleSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);

/** The menu of a row and its submenus, in the order in which the commands are listed. */
const menuNames = ["view/item/context", "fairlead.copy", "fairlead.more"] as const;

/** A submenu of the menu has no command. */
const menuSchema = z.array(z.object({ command: z.string().optional(), when: z.string(), group: z.string() }));
const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: titleSchema })),
    menus: z.object({ [menuNames[0]]: menuSchema, [menuNames[1]]: menuSchema, [menuNames[2]]: menuSchema }),
  }),
});

/** The commands of a row's context menu and its submenus in their order, from the manifest. */
export function createRowCommands(manifest: unknown): (node: TreeNode) => readonly RowCommand[] {
  const { commands, menus } = manifestSchema.parse(manifest).contributes;
  const titles = new Map(commands.map(({ command, title }) => [command, title]));
  const items = menuNames.flatMap((menu) =>
    menus[menu]
      .filter(({ group }) => !group.startsWith("inline"))
      .flatMap(({ command: id, when, group }) => {
        const pattern = /viewItem =~ \/(.*)\/$/.exec(when)?.[1];
        return id === undefined || pattern === undefined ? [] : [{ id, group, pattern: new RegExp(pattern) }];
      })
      .toSorted((one, other) => one.group.localeCompare(other.group)),
  );
  return (node) => {
    const { context } = rowOf(node).describe(node, Date.now());
    const ids = items.filter(({ pattern }) => pattern.test(context)).map(({ id }) => id);
    return [...new Set(ids)].map((id) => ({ id, title: titles.get(id) ?? id }));
  };
}
