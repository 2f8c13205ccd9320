import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { problemCodes } from "../../../../../src/contract/problemDetails.ts";
import { guidePages, openGuide } from "../../../../../src/extension/workbench/commands/openGuide.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const guideFolder = join(import.meta.dirname, "../../../../../media/guide");

const served = await useServedService();

test("opens the chosen page of the guide", async () => {
  await using fixture = await createCommandFixture(served, { answers: ["Testing"] });
  await openGuide(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["guide: testing"]);
});

test("opens the walkthrough without a connection", async () => {
  await using fixture = await createDisconnectedFixture(served, { answers: ["Get Started"] });
  const opened: string[] = [];
  await openGuide({ ...fixture.app, showWalkthrough: async () => void opened.push("walkthrough") }, {});
  expect(opened).toEqual(["walkthrough"]);
});

test("lists every page of the guide", () => {
  const shipped = globSync("*.md", { cwd: guideFolder }).map((file) => basename(file, ".md"));
  expect(Object.keys(guidePages).sort()).toEqual(shipped.sort());
});

test("an error of the service offers the guide's page about problem codes", async () => {
  await using fixture = await createCommandFixture(served, { actions: ["Open Guide"] });
  const failing = async () => {
    const client = await fixture.app.connections.quiet();
    await client?.call("project.get", { id: "prj_none" });
  };
  await runCommand(fixture.app, "fairlead.project.open", failing, {});
  await expect.poll(() => fixture.ranCommands).toEqual(["guide: troubleshooting"]);
});

test("the guide explains every problem code of the contract", () => {
  const guide = readFileSync(join(guideFolder, "troubleshooting.md"), "utf8");
  expect(Object.keys(problemCodes).filter((code) => !guide.includes(`| \`${code}\` |`))).toEqual([]);
});
