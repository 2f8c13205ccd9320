import { describe, expect, test } from "vitest";
import {
  readSelectedProject,
  writeSelectedProject,
} from "../../../../../src/extension/project/model/selectedProject.ts";
import { generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { copyLink } from "../../../../../src/extension/workbench/commands/copyNode.ts";
import { goTo } from "../../../../../src/extension/workbench/commands/goTo.ts";
import { openLink } from "../../../../../src/extension/workbench/commands/openLink.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createNodeChoice } from "../../../../../src/extension/workbench/tree/chooseNode.ts";
import { createNodeSearch, type FoundNode } from "../../../../../src/extension/workbench/tree/nodeSearch.ts";
import { createServiceSources } from "../../../../../src/extension/workbench/tree/viewTrees.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const uri = "file:///home/me/pets.yaml";

const served = await useServedService();
await using fixture = await createCommandFixture(served, {
  documents: { [uri]: createPetDocument() },
  answers: ["Pets"],
});
await generateServer(fixture.app, { resource: uri });
const [first] = (await served.api.call("servers.list", { limit: 1 })).items;
const server = await readServer(served.api, first?.id);
if (!server) throw new Error("There is a server.");
const serverNode: TreeNode = { kind: "server", server, live: undefined, latest: undefined };

type Fixture = Awaited<ReturnType<typeof createCommandFixture>>;

function searchOf({ app }: Fixture) {
  const parts = { ...app, machine: "test machine" };
  return createNodeSearch({ ...app, sources: createServiceSources(parts), trees: [] });
}

async function find(fixture: Fixture, text: string): Promise<readonly FoundNode[]> {
  const found: FoundNode[] = [];
  await searchOf(fixture).search(text, testDeadline(), (more) => found.push(...more));
  return found;
}

const labels = (found: readonly FoundNode[]) =>
  found.map((one) => createNodeChoice(one, Date.now())).map(({ label, description }) => `${label}: ${description}`);

describe("Go to Anything", () => {
  test("finds servers, versions, tools and projects at the service, which gets the text, and opens a tool at its line", async () => {
    await using fixture = await createCommandFixture(served);
    const found = labels(await find(fixture, ""));
    expect(found).toContainEqual(expect.stringMatching(/^Pets: Server/));
    expect(found).toContainEqual(expect.stringMatching(/^Pets 0\.1\.0: Version/));
    expect(found).toContainEqual("listPets: Tool · Pets");
    expect(found).toContainEqual(expect.stringMatching(/^Default: Project/));
    expect(labels(await find(fixture, "no such thing"))).toEqual([]);
    const tool = (await find(fixture, "Pets")).find((one) => one.tool?.name === "listOrders");
    await goTo({ ...fixture.app, chooseNode: async () => tool }, {});
    expect(fixture.documents.shown).toEqual([expect.stringContaining("tools/orders.mjs")]);
  });

  test("lists 10,000 known rows without a request", async () => {
    await using fixture = await createCommandFixture(served);
    if (serverNode.kind !== "server") throw new Error("It is a server.");
    const { server } = serverNode;
    const nodes = Array.from({ length: 10_000 }, (_, index): TreeNode => {
      return {
        kind: "server",
        server: { ...server, id: `s${index}`, name: `n${index}` },
        live: undefined,
        latest: undefined,
      };
    });
    const search = createNodeSearch({
      ...fixture.app,
      sources: createServiceSources({ ...fixture.app, machine: "test machine" }),
      trees: [{ nodes: () => nodes }],
    });
    expect(new Set(search.known().map((one) => createNodeChoice(one, 0).key)).size).toBe(10_000);
  });

  test("shows the chosen row in its view", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Show"] });
    await goTo({ ...fixture.app, chooseNode: async () => ({ node: serverNode }) }, {});
    expect(fixture.ranCommands).toEqual([expect.stringMatching(/^reveal server:\S+ in fairlead\.servers$/)]);
  });

  test("filters the view for a row that it does not list, of all projects if the selected one hides the row", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Show"] });
    const { app } = fixture;
    const scope = app.connections.scope() ?? "";
    await writeSelectedProject(app.memory, scope, { id: "prj_other", name: "Other" });
    await goTo({ ...app, chooseNode: async () => ({ node: serverNode }), reveal: async () => false }, {});
    expect(readSelectedProject(app.memory, scope)).toBeUndefined();
    expect([app.filters.read("fairlead.servers"), fixture.ranCommands]).toEqual(["Pets", ["fairlead.servers.focus"]]);
  });

  test("opens the page of a tool that a view has read", async () => {
    await using fixture = await createCommandFixture(served);
    const server = { key: { kind: "deployed", connection: "c", id: "s" }, name: "Weather" } as const;
    const tool = {
      name: "get_forecast",
      inputSchema: { type: "object" as const },
      annotations: { readOnlyHint: true },
    };
    const node: TreeNode = { kind: "tool", server, tool };
    const sources = createServiceSources({ ...fixture.app, machine: "test machine" });
    const search = createNodeSearch({ ...fixture.app, sources, trees: [{ nodes: () => [node] }] });
    const choices = search.known().map((found) => createNodeChoice(found, 0));
    expect(choices).toMatchObject([{ label: "get_forecast", description: "Tool · Weather · reads", icon: "eye" }]);
    await goTo({ ...fixture.app, chooseNode: async () => ({ node }) }, {});
    expect(fixture.ranCommands).toEqual(["fairlead.tool.open"]);
  });

  test("runs a command of the chosen row", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Copy Id"] });
    const commandsOf = () => [{ id: "fairlead.copyId", title: "Copy Id" }];
    await goTo({ ...fixture.app, chooseNode: async () => ({ node: serverNode }), commandsOf }, {});
    expect(fixture.ranCommands).toEqual(["fairlead.copyId"]);
  });

  test("does nothing after Escape", async () => {
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
    await goTo(fixture.app, {});
    await goTo({ ...fixture.app, chooseNode: async () => ({ node: serverNode }) }, {});
    expect([fixture.ranCommands, fixture.prompts.unusedAnswers]).toEqual([[], []]);
  });
});

describe("a link", () => {
  const idOf = (node: TreeNode) => (node.kind === "server" ? node.server.id : "");

  test("is copied from a row, and shows the row; that to a version opens its details", async () => {
    await using fixture = await createCommandFixture(served);
    await copyLink(fixture.app, { node: serverNode });
    const link = `vscode://fairlead.fairlead/server/${idOf(serverNode)}`;
    expect(fixture.copied).toEqual([link]);
    await openLink({ path: new URL(link).pathname })(fixture.app, {});
    expect(fixture.ranCommands).toEqual([`reveal server:${idOf(serverNode)} in fairlead.servers`]);
    const artifactId = serverNode.kind === "server" ? serverNode.server.artifactId : "";
    await openLink({ path: `/version/${artifactId}/0.1.0` })(fixture.app, {});
    expect(fixture.ranCommands.at(-1)).toBe("fairlead.artifact.open");
  });

  test("of another form is refused, and one to what the connection does not have names the connection", async () => {
    await using fixture = await createCommandFixture(served);
    const opened = openLink({ path: "/server/srv_elsewhere" })(fixture.app, {});
    await expect(opened).rejects.toThrow("This link is about something that Local service does not have.");
    for (const path of ["", "/", "/server", "/server/a/b", "/deploy/s1", "/server/..%2f", "/version/a"])
      await expect(openLink({ path })(fixture.app, {})).rejects.toThrow("This link is not one that Fairlead makes");
    expect(fixture.ranCommands).toEqual([]);
  });
});
