import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../../src/client/client.ts";
import type { ConnectedServices } from "../../../../../../src/extension/connection/connectionServices.ts";
import { findLinkedServer } from "../../../../../../src/extension/server/commands/folder/findLinkedServer.ts";
import { openServerLinks } from "../../../../../../src/extension/server/model/serverLinks.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { createScriptedPrompts, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";

const folder = "file:///w/cloned";
const production = { id: "srv_1", name: "Production" };
const client = { call: async () => ({ items: [production] }) } as unknown as ServiceClient;
const own = { id: "own", name: "Own", baseUrl: "https://own.example.com", kind: "remote" } as const;
const team = { id: "team", name: "Team", baseUrl: "https://team.example.com", kind: "remote" } as const;

/** A workspace in which a repository was cloned whose `fairlead.json` names the server as `called` of Team. */
function openClone(baseUrl: string, ...answers: readonly ScriptedAnswer[]) {
  let active: typeof own | typeof team = { ...team, baseUrl } as typeof team;
  const prompts = createScriptedPrompts(...answers);
  const memory = createMapMemory();
  const connections = {
    active: () => active,
    all: () => [own, team],
    scope: () => active.id,
    use: async (id: string) => {
      active = id === "own" ? own : team;
    },
  } as unknown as ConnectedServices["connections"];
  const app = { client: async () => client, connections, memory, prompts } as unknown as ConnectedServices;
  const find = async (called = production.name) =>
    (await findLinkedServer(app, client, folder, { server: { ...production, name: called }, connection: "Team" }))
      ?.kind;
  return { connections, find, links: () => openServerLinks(memory, active.id), prompts };
}

const question = "Deploy cloned to Production of Team?";

test("a folder that came from elsewhere is deployed to a remote server only after the user agreed, once", async () => {
  const { find, prompts } = openClone(team.baseUrl, false, true);
  expect([await find(), await find(), await find()]).toEqual([undefined, "linked", "linked"]);
  expect(prompts.questions).toEqual([question, question]);
});

test("a folder that was only seen in the workspace counts as one from elsewhere, one that was saved here does not", async () => {
  const seen = openClone(team.baseUrl, false);
  await seen.links().replaceFolders({ [folder]: production.id });
  expect(await seen.find()).toBeUndefined();
  const saved = openClone(team.baseUrl);
  await saved.links().saveFolder(folder, production.id);
  expect(await saved.find()).toBe("linked");
});

test("nothing is asked here about code that runs on this machine, which is agreed to before it runs", async () => {
  expect(await openClone("http://127.0.0.1:4000").find()).toBe("linked");
});

test("after the user switched the connection, the question comes only if the folder calls the server otherwise", async () => {
  const honest = openClone(team.baseUrl, "Team");
  await honest.connections.use("own");
  expect(await honest.find()).toBe("linked");
  const hostile = openClone(team.baseUrl, "Team", false);
  await hostile.connections.use("own");
  expect(await hostile.find("Demo")).toBeUndefined();
  expect(hostile.prompts.questions[1]).toBe(question);
});
