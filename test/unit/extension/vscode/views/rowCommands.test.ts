import { expect, test } from "vitest";
import { createRowCommands } from "../../../../../src/extension/vscode/views/rowCommands.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";

const note: TreeNode = { kind: "note", id: "1", icon: "", label: "A note", detail: "" };
const when = "viewItem =~ /^note$/";
const manifest = (title: unknown) => ({
  contributes: {
    commands: [
      { command: "fairlead.copyId", title: "Copy Id" },
      { command: "fairlead.showLog", title },
    ],
    menus: {
      "view/item/context": [
        { submenu: "fairlead.copy", when: "view =~ /^fairlead/", group: "0@1" },
        { command: "fairlead.showLog", when, group: "1@1" },
      ],
      "fairlead.copy": [{ command: "fairlead.copyId", when, group: "0@1" }],
      "fairlead.more": [],
    },
  },
});

test.each([
  ["English", "Show Log", "Show Log"],
  ["another language", { value: "Protokoll anzeigen", original: "Show Log" }, "Protokoll anzeigen"],
])("a row has the titles of its commands in %s, those of the submenus last", (_, title, shown) => {
  expect(createRowCommands(manifest(title))(note)).toEqual([
    { id: "fairlead.showLog", title: shown },
    { id: "fairlead.copyId", title: "Copy Id" },
  ]);
});
