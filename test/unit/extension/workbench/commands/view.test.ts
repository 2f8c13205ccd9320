import { describe, expect, test } from "vitest";
import { copyId } from "../../../../../src/extension/workbench/commands/copyId.ts";
import { openRawResponse } from "../../../../../src/extension/workbench/commands/openRawResponse.ts";
import {
  filterChosenView,
  filterView,
  loadMore,
  refreshViews,
} from "../../../../../src/extension/workbench/commands/viewCommands.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createFixture = (...answers: ScriptedAnswer[]) => createDisconnectedFixture(served, { answers });
const projectNode = (): TreeNode => ({ kind: "project", project: served.project, selected: false });

describe("filtering", () => {
  test("from a view's title filters that view, starting with the previous filter", async () => {
    await using fixture = await createFixture("pets", "birds", "");
    await filterView("fairlead.servers")(fixture.app, {});
    await filterView("fairlead.servers")(fixture.app, {});
    expect(fixture.questions[1]).toContain("Filter Servers:");
    expect(fixture.questions[1]).toContain("[pets]");
    expect(fixture.app.filters.read("fairlead.servers")).toBe("birds");
    await filterView("fairlead.servers")(fixture.app, {});
    expect(fixture.app.filters.read("fairlead.servers")).toBe("");
  });

  test("from the palette asks for the view", async () => {
    await using fixture = await createFixture("Deployments", "failed");
    await filterChosenView(fixture.app, {});
    expect(fixture.app.filters.read("fairlead.deployments")).toBe("failed");
  });
});

describe("a row", () => {
  test("has its id copied", async () => {
    await using fixture = await createFixture();
    await copyId(fixture.app, { node: projectNode() });
    expect([fixture.copied, fixture.shown]).toEqual([[served.project.id], [`status: Copied ${served.project.id}`]]);
  });

  test("is opened as JSON", async () => {
    await using fixture = await createFixture();
    await fixture.connect();
    await openRawResponse(fixture.app, { node: projectNode() });
    expect(JSON.parse(fixture.documents.shown[0]?.replace("Default.json: ", "") ?? "")).toMatchObject({
      id: served.project.id,
      name: "Default",
    });
  });

  test("at the end of a list loads more of that list", async () => {
    await using fixture = await createFixture();
    const loaded: string[] = [];
    const app = { ...fixture.app, loadMore: async (of: string) => void loaded.push(of) };
    await loadMore(app, { node: { kind: "more", of: "fairlead.servers " } });
    expect(loaded).toEqual(["fairlead.servers "]);
  });
});

test("a refresh refreshes every view", async () => {
  await using fixture = await createFixture();
  await refreshViews(fixture.app, {});
  const views = ["projects", "servers", "skills", "deployments", "registry", "account"];
  expect(fixture.refreshed).toEqual(views.map((view) => `fairlead.${view}`));
});

describe("a command that fails", () => {
  class NamedError extends Error {
    constructor(name: string, message: string) {
      super(message);
      this.name = name;
    }
  }

  const failing = (...errors: Error[]) => {
    let runs = 0;
    const command = async () => {
      runs += 1;
      const error = errors.shift();
      if (error) throw error;
    };
    return { command, runs: () => runs };
  };

  test("shows once what failed and what to do, and the log has more details", async () => {
    await using fixture = await createFixture();
    await runCommand(fixture.app, "fairlead.test", failing(new NamedError("NetworkError", "Could not.")).command, {});
    expect(fixture.shown).toEqual(["error: Could not. [Try Again, Show Log]"]);
    expect(fixture.logged[0]).toContain("fairlead.test failed");
  });

  test("is run again if the user chooses Try Again", async () => {
    await using fixture = await createDisconnectedFixture(served, { actions: ["Try Again"] });
    const { command, runs } = failing(new NamedError("NetworkError", "Could not."));
    await runCommand(fixture.app, "fairlead.test", command, {});
    await expect.poll(runs).toBe(2);
    expect(fixture.shown).toHaveLength(1);
  });

  test("without a key offers to enter one", async () => {
    await using fixture = await createFixture();
    await runCommand(fixture.app, "fairlead.test", failing(new NamedError("UnauthorizedError", "No.")).command, {});
    expect(fixture.shown).toEqual(["error: No. [Enter Key, Show Log]"]);
  });

  test("because of a cancel shows nothing", async () => {
    await using fixture = await createFixture();
    await runCommand(fixture.app, "fairlead.test", failing(new NamedError("AbortedError", "Cancelled.")).command, {});
    expect([fixture.shown, fixture.logged]).toEqual([[], []]);
  });
});
