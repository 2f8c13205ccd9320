import { afterAll, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { deployAgain } from "../../../../../src/extension/deployment/commands/deployAgain.ts";
import { checkApi } from "../../../../../src/extension/server/commands/variables/checkApi.ts";
import { editVariables } from "../../../../../src/extension/server/commands/variables/editVariables.ts";
import { listVariableGroups } from "../../../../../src/extension/server/model/credentials/variableGroups.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { generateVersion } from "../../../../support/servers/generateServer.ts";
import { createKeyedServer } from "../../../../support/servers/keyedServer.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-key"] === "good" ? 200 : 401),
);
const first = await generate("Pets");
afterAll(() => upstream.close());

async function generate(name: string): Promise<Server> {
  const { id } = await createKeyedServer(served, { name, origin: upstream.origin });
  return served.api.call("server.update", { id, environment: { KEY_API_HOSTS: upstream.origin } });
}

const current = async () => requireValue(await readServer(served.api, first.id));
const variableNode = async (name: string) => {
  const server = await current();
  const group = listVariableGroups(server).find(({ main }) => main.name === name);
  return { kind: "variable", server, group: requireValue(group) } as const;
};
const serverNode = async () =>
  ({ kind: "server", server: await current(), live: undefined, latest: undefined }) as const;

describe("Edit Variables", () => {
  test("saves the value of a row, masked, and offers to check it", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["bad"] });
    await editVariables(fixture.app, { node: await variableNode("API_KEY") });
    expect(fixture.prompts.questions[0]).toContain("Key of Pets: Sent to");
    expect(fixture.prompts.questions[0]).toContain("(secret)");
    expect((await current()).environment).toMatchObject({ API_KEY: null });
    expect(fixture.messages.shown).toEqual(["info: Saved Key of Pets. [Check Now]"]);
    expect(fixture.refreshed).toEqual(["fairlead.servers"]);
  });

  test("has the saved value of a variable that is not secret, and never that of a secret one", async () => {
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer, escapeAnswer] });
    await served.api.call("server.update", { id: first.id, environment: { API_BASE_URL: upstream.origin } });
    await editVariables(fixture.app, { node: await variableNode("API_BASE_URL") });
    await served.api.call("server.update", { id: first.id, environment: { API_BASE_URL: null } });
    await editVariables(fixture.app, { node: await variableNode("API_KEY") });
    expect(fixture.prompts.questions[0]).toContain(`[${upstream.origin}]`);
    expect(fixture.prompts.questions[1]).not.toContain("[");
    expect(fixture.messages.shown).toEqual([]);
  });

  test("shows all variables again after each change, until Escape", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: ["Pets", "Key", promptBack, "Key", "good", escapeAnswer],
    });
    await editVariables(fixture.app, {});
    expect(fixture.prompts.questions[1]).toContain("Variables of Pets: 1 of 1 set");
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(fixture.messages.shown).toEqual([]);
  });

  test("refuses an empty value where none is saved", async () => {
    await using fixture = await createCommandFixture(served, { answers: [""] });
    await served.api.call("server.update", { id: first.id, environment: { API_KEY: null } });
    const edited = editVariables(fixture.app, { node: await variableNode("API_KEY") });
    await expect(edited).rejects.toThrow("API_KEY needs a value.");
  });

  test("leads to the check", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Check Now"] });
    await editVariables(fixture.app, { node: await serverNode() });
    expect(fixture.ranCommands).toEqual(["fairlead.server.checkApi"]);
  });

  test("says so where no server has variables", async () => {
    await using other = await createOtherServiceFixture(served, {
      servers: { data: [{ id: "s-1", name: "Weather", status: "ready" }] },
    });
    await editVariables(other.app, {});
    expect(other.shown).toEqual(["info: No server here has variables."]);
  });
});

test("Deploy Again on the variables deploys the live version again, also where no value changed, and a changed one offers it", async () => {
  const { id } = await generate("Applied");
  await served.api.call("server.update", { id, environment: { API_KEY: "good" } });
  await using fixture = await createCommandFixture(served, { answers: ["Deploy Without Tests"] });
  const read = async () => requireValue(await readServer(served.api, id));
  const target = async () => ({ node: { kind: "variables", server: await read() } }) as const;
  await deployTinyServer(served, await read());
  await generateVersion(served.api, id, { version: "0.2.0" });
  await deployAgain(fixture.app, await target());
  const listVersions = async () =>
    (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);
  expect(await listVersions()).toEqual(["0.1.0", "0.1.0"]);

  const listLabels = async () => {
    await using list = await createCommandFixture(served, { answers: [escapeAnswer] });
    const node = { kind: "server", server: await read(), live: undefined, latest: undefined } as const;
    await editVariables(list.app, { node });
    return list.prompts.offered[0]?.map(({ label }) => label);
  };
  expect(await listLabels()).not.toContain("Apply: Deploy Again");
  await served.api.call("server.update", { id, environment: { API_BASE_URL: "https://other.example" } });
  expect(await listLabels()).toContain("Apply: Deploy Again");
  await using left = await createCommandFixture(served, { answers: ["Key", "other", escapeAnswer] });
  await editVariables(left.app, await target());
  expect(left.messages.shown).toEqual([
    "info: Saved variables of Applied. The live deployment has the former value until you deploy again. [Deploy Again]",
  ]);

  await served.api.call("server.update", { id, desiredState: "stopped" });
  const { node } = await target();
  await deployAgain(fixture.app, { node });
  // The message after saved settings has the row of the server.
  await deployAgain(fixture.app, { node: { kind: "server", server: node.server, live: undefined, latest: undefined } });
  const stopped = "info: Applied is not running. It gets the saved values when it starts.";
  expect(fixture.messages.shown.filter((message) => message === stopped)).toHaveLength(2);
  expect(await listVersions()).toEqual(["0.1.0", "0.1.0"]);
});

test("an empty value clears the saved one after a question, and the hosts that may get it", async () => {
  await using fixture = await createCommandFixture(served, { answers: ["", false, "", true] });
  await served.api.call("server.update", { id: first.id, environment: { API_KEY: "good" } });
  await editVariables(fixture.app, { node: await variableNode("API_KEY") });
  expect(Object.keys((await current()).environment ?? {})).toContain("API_KEY");
  await editVariables(fixture.app, { node: await variableNode("API_KEY") });
  expect(Object.keys((await current()).environment ?? {})).not.toEqual(expect.arrayContaining(["API_KEY"]));
  expect(Object.keys((await current()).environment ?? {})).not.toEqual(expect.arrayContaining(["KEY_API_HOSTS"]));
  expect(fixture.messages.shown).toEqual(["info: Cleared Key of Pets."]);
});

describe("Check Now", () => {
  const check = async (value: string | null) => {
    const environment = { API_KEY: value, KEY_API_HOSTS: upstream.origin };
    await served.api.call("server.update", { id: first.id, environment });
    await using fixture = await createCommandFixture(served, { answers: [true] });
    await checkApi(fixture.app, { node: await serverNode() });
    return fixture.messages.shown;
  };

  test("says that the API refuses the value, and offers to edit it", async () => {
    const host = new URL(upstream.origin).host;
    expect(await check("bad")).toEqual([`warning: Pets: ${host} refuses Key (GET /pets: 401). [Edit Variables]`]);
  });

  test("asks once about hosts that the document names, and sends the key to them", async () => {
    await served.api.call("server.update", { id: first.id, environment: { API_KEY: "good", KEY_API_HOSTS: null } });
    await using fixture = await createCommandFixture(served, { answers: ["Check"] });
    await checkApi(fixture.app, { node: await serverNode() });
    expect(fixture.prompts.questions).toEqual([expect.stringMatching(/^Check the values for Pets 0\.1\.0\?\n.*127/s)]);
    expect(fixture.messages.shown).toEqual(["info: The API of Pets answers: GET /pets: 200."]);
    expect((await current()).environment).toMatchObject({ KEY_API_HOSTS: upstream.origin });
  });

  test("says which value is missing", async () => {
    expect(await check(null)).toEqual([expect.stringContaining("Not checked. This operation needs a credential.")]);
  });

  test("says that own code has no such request", async () => {
    const own = await createTinyServer(served, "Own", "healthy");
    await using fixture = await createCommandFixture(served, { answers: [true] });
    await checkApi(fixture.app, { node: { kind: "server", server: own, live: undefined, latest: undefined } });
    expect(fixture.messages.shown).toEqual([
      "warning: The API of Own could not be checked: its tests have no such check, for which the document needs a harmless request without input.",
    ]);
  });

  test("runs nothing if the user does not let its code run", async () => {
    const other = await generate("Cats");
    await using fixture = await createCommandFixture(served, { answers: [false] });
    await checkApi(fixture.app, { node: { kind: "server", server: other, live: undefined, latest: undefined } });
    expect(fixture.messages.shown).toEqual([]);
    expect((await served.api.call("serverTestRuns.list", { id: other.id })).items).toEqual([]);
  });
});
