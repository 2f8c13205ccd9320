import { expect, test } from "vitest";
import { createRowCommands } from "../../../../../src/extension/vscode/views/rowCommands.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";

const note: TreeNode = { kind: "note", id: "1", icon: "", label: "A note", detail: "" };
const manifest = (title: unknown) => ({
  contributes: {
    commands: [{ command: "fairlead.showLog", title }],
    menus: { "view/item/context": [{ command: "fairlead.showLog", when: "viewItem =~ /^note$/", group: "1@1" }] },
  },
});

test.each([
  ["English", "Show Log", "Show Log"],
  ["another language", { value: "Protokoll anzeigen", original: "Show Log" }, "Protokoll anzeigen"],
])("a row has the titles of its commands in %s", (_, title, shown) => {
  expect(createRowCommands(manifest(title))(note)).toEqual([{ id: "fairlead.showLog", title: shown }]);
});
