import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { createProject } from "../../../../../src/extension/project/commands/createProject.ts";
import { openProject } from "../../../../../src/extension/project/commands/openProject.ts";
import { selectProject } from "../../../../../src/extension/project/commands/selectProject.ts";
import { readSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createFixture = (...answers: ScriptedAnswer[]) => createLocalFixture(served, { answers });

async function projectNode(name: string): Promise<TreeNode> {
  const project = await served.api.call("projects.create", { name });
  return { kind: "project", project, selected: false };
}

async function projectCalled(name: string) {
  return (await served.api.call("projects.list", { q: name })).items[0];
}

describe("creating a project", () => {
  test("asks for name and description, and refreshes the view", async () => {
    await using fixture = await createFixture(" Payments ", "Money");
    await createProject(fixture.app, {});
    expect(await projectCalled("Payments")).toMatchObject({ name: "Payments", description: "Money" });
    expect(fixture.refreshed).toEqual(["fairlead.projects"]);
  });

  test("goes back to the name with the typed text", async () => {
    await using fixture = await createFixture("Paymnts", promptBack, "Orders", "");
    await createProject(fixture.app, {});
    expect(fixture.questions[2]).toBe("New Project: The project's name [Paymnts]");
    expect(await projectCalled("Orders")).toMatchObject({ name: "Orders" });
  });
});

describe("opening a project", () => {
  test("shows nothing after Escape", async () => {
    await using fixture = await createFixture(escapeAnswer);
    await openProject(fixture.app, {});
    expect([fixture.documents.shown, fixture.questions]).toEqual([[], [expect.stringContaining("Which project?")]]);
  });

  test("shows its current details", async () => {
    const node = await projectNode("Detailed");
    await using fixture = await createFixture();
    await openProject(fixture.app, { node });
    expect(fixture.documents.shown.join()).toMatch(/^Detailed.md: # Detailed\n[\s\S]*- Servers: 0\n/);
  });
});

describe("selecting a project", () => {
  test("by its row filters the views, and by the same row again clears the filter", async () => {
    const node = await projectNode("Chosen");
    await using fixture = await createFixture();
    await selectProject(fixture.app, { node });
    expect(readSelectedProject(fixture.app.memory, "local")?.name).toBe("Chosen");
    await selectProject(fixture.app, { node });
    expect(readSelectedProject(fixture.app.memory, "local")).toBeUndefined();
    expect(fixture.refreshed.filter((view) => view === "fairlead.servers")).toHaveLength(2);
  });

  test("from the palette offers each project and all projects", async () => {
    await projectNode("Third");
    await using fixture = await createFixture("Third", "All projects", escapeAnswer);
    await selectProject(fixture.app, {});
    expect(readSelectedProject(fixture.app.memory, "local")?.name).toBe("Third");
    await selectProject(fixture.app, {});
    expect(readSelectedProject(fixture.app.memory, "local")).toBeUndefined();
    await selectProject(fixture.app, {});
    expect(fixture.refreshed).toHaveLength(8);
  });
});
