import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { needsTrust } from "../../../../src/extension/workbench/commandTable.ts";

const manifest = z.object({
  contributes: z.object({ commands: z.array(z.object({ command: z.string(), enablement: z.string().optional() })) }),
});
const text = readFileSync(join(import.meta.dirname, "../../../../package.json"), "utf8");
const { commands } = manifest.parse(JSON.parse(text)).contributes;

test("each command that the manifest disables in an untrusted workspace is refused there", () => {
  const greyed = commands.filter(({ enablement }) => enablement?.includes("isWorkspaceTrusted"));
  expect(greyed.map(({ command }) => command).filter((command) => !needsTrust(command))).toEqual([]);
  expect(greyed.length).toBeGreaterThan(5);
});

test("commands that send or run the workspace's tests need trust", () => {
  const testing = ["fairlead.server.test", "fairlead.skill.test", "fairlead.test.runCase"];
  expect(testing.filter((id) => !needsTrust(id))).toEqual([]);
  const greyed = commands.filter(({ enablement }) => enablement?.includes("isWorkspaceTrusted"));
  expect(testing.filter((id) => !greyed.some(({ command }) => command === id))).toEqual([]);
});

test("commands that write skills need trust", () => {
  const writing = ["create", "install", "publish", "reconcile", "uninstall", "update"];
  expect(writing.filter((verb) => !needsTrust(`fairlead.skill.${verb}`))).toEqual([]);
});

test("the command that merges a version into a folder of the workspace needs trust", () => {
  expect(needsTrust("fairlead.server.saveCode")).toBe(true);
});

test("commands that run code on this machine again need trust", () => {
  const running = [
    "fairlead.server.start",
    "fairlead.deployment.deployAgain",
    "fairlead.deployment.setMissingVariable",
  ];
  expect(running.filter((id) => !needsTrust(id))).toEqual([]);
});

test("a tool is not renamed without trust, because that writes a file beside its document; a project is", () => {
  expect(needsTrust("fairlead.rename", "tool")).toBe(true);
  expect(needsTrust("fairlead.rename", "versionTool")).toBe(true);
  expect(needsTrust("fairlead.rename", "project")).toBe(false);
  expect(needsTrust("fairlead.rename")).toBe(false);
  expect(needsTrust("fairlead.tool.edit")).toBe(true);
});
