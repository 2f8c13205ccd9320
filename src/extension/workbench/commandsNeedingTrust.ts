import type { TreeNode } from "./nodes.ts";

/**
 * Commands that read, change or run files of the workspace. In an untrusted folder they show a message and do nothing.
 */
const commandsNeedingTrust: ReadonlySet<string> = new Set([
  "fairlead.deployment.deployAgain",
  "fairlead.deployment.setMissingVariable",
  "fairlead.server.create",
  "fairlead.server.checkApi",
  "fairlead.server.deploy",
  "fairlead.server.export",
  "fairlead.server.generate",
  "fairlead.server.saveCode",
  "fairlead.server.start",
  "fairlead.server.test",
  "fairlead.tool.edit",
  "fairlead.skill.addFrom",
  "fairlead.skill.create",
  "fairlead.skill.evaluate",
  "fairlead.skill.install",
  "fairlead.skill.publish",
  "fairlead.skill.publishTo",
  "fairlead.skill.reconcile",
  "fairlead.skill.test",
  "fairlead.skill.uninstall",
  "fairlead.skill.update",
  "fairlead.test.runCase",
]);

/** Whether this command on a row of this kind needs a trusted workspace. Renaming a tool writes the overlay beside its document. */
export function needsTrust(id: string, kind?: TreeNode["kind"]): boolean {
  const isTool = kind === "tool" || kind === "versionTool";
  return commandsNeedingTrust.has(id) || (id === "fairlead.rename" && isTool);
}
