import { expect, test } from "vitest";
import * as z from "zod";
import { needsTrust } from "../../../../src/extension/workbench/commandTable.ts";
import { readManifest } from "../../../support/readManifest.ts";

const { contributes } = z
  .looseObject({
    contributes: z.looseObject({
      commands: z.array(z.object({ command: z.string(), enablement: z.string().optional() })),
    }),
  })
  .parse(readManifest());
const greyed = contributes.commands.flatMap(({ command, enablement }) =>
  enablement?.includes("isWorkspaceTrusted") ? [command] : [],
);

test("each command that the manifest disables in an untrusted workspace is refused there", () => {
  expect(greyed.filter((command) => !needsTrust(command))).toEqual([]);
  expect(greyed.length).toBeGreaterThan(5);
});

test("commands that send or run the workspace's tests need trust, and are disabled without it", () => {
  const testing = ["fairlead.server.test", "fairlead.skill.test", "fairlead.test.runCase"];
  expect(testing.filter((id) => !needsTrust(id) || !greyed.includes(id))).toEqual([]);
});

test("commands that write skills, a version's code or an overlay, or run code on this machine again, need trust", () => {
  const skills = ["create", "install", "publish", "reconcile", "uninstall", "update"].map((verb) => `skill.${verb}`);
  const running = ["server.start", "deployment.deployAgain", "deployment.setMissingVariable"];
  const all = [...skills, "server.saveCode", "tool.edit", ...running];
  expect(all.filter((name) => !needsTrust(`fairlead.${name}`))).toEqual([]);
});

test("a tool is not renamed without trust, because that writes a file beside its document; a project is", () => {
  const rows = ["tool", "versionTool", "project", undefined] as const;
  expect(rows.map((row) => needsTrust("fairlead.rename", row))).toEqual([true, true, false, false]);
});
