import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { addHeader } from "../../../../../src/extension/server/commands/variables/addHeader.ts";
import { editVariables } from "../../../../../src/extension/server/commands/variables/editVariables.ts";
import { listVariableGroups } from "../../../../../src/extension/server/model/credentials/variableGroups.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createKeyedServer } from "../../../../support/servers/keyedServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const pets = await createKeyedServer(served, { name: "Pets", origin: "https://pets.example.com/v1" });

const current = async () => requireValue(await readServer(served.api, pets.id));
const node = async () => ({ kind: "variables", server: await current() }) as const;
/** Adds a header to a server: the first action of the list of its variables. */
const add = async ({ app }: Awaited<ReturnType<typeof createCommandFixture>>, server?: Server) => {
  const client = requireValue(await app.client());
  return addHeader(app, client, server ?? (await current()));
};
const findVariable = async (name: string) => (await current()).variables?.find((one) => one.name === name);

describe("Add Header", () => {
  test("saves a secret header with the API's host, and offers to check it", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: ["X-Auth-Token", "Secret", "canary-1", "pets.example.com"],
    });
    await add(fixture);
    expect(fixture.prompts.questions.map((question) => question.replace(/.*Add Header to Pets: /, ""))).toEqual([
      "The name of the header. Every request has it, and no tool asks for it. []",
      "Is the value of X-Auth-Token a secret?",
      "The whole value of X-Auth-Token, such as a token, or Bearer and a token [] (secret)",
      "The hosts that get X-Auth-Token, with spaces between them; no other does [pets.example.com]",
    ]);
    expect((await current()).environment).toMatchObject({
      API_SECRET_HEADER_X_AUTH_TOKEN: null,
      API_SECRET_HEADER_X_AUTH_TOKEN_API_HOSTS: "pets.example.com",
    });
    expect(await findVariable("API_SECRET_HEADER_X_AUTH_TOKEN")).toMatchObject({
      ...{ required: false, secret: true, set: true, sentTo: ["pets.example.com"], sentAs: "header X-Auth-Token" },
      description: "The header X-Auth-Token of every request to pets.example.com. No tool asks for it.",
    });
    expect(fixture.messages.shown).toEqual([
      "info: Pets sends the header X-Auth-Token to pets.example.com. [Check Now]",
    ]);
    expect(fixture.refreshed).toEqual(["fairlead.servers"]);
  });

  test("shows a value that is no secret, for hosts that the user names, and replaces the secret form", async () => {
    const addWith = async (...answers: string[]) => {
      await using fixture = await createCommandFixture(served, { answers });
      await add(fixture);
    };
    await addWith("x-tenant", "Secret", "one", "a.example");
    await addWith("X-Tenant", "Not Secret", "acme", "https://b.example/v2 HTTP://127.0.0.1:81");
    const { environment = {} } = await current();
    expect(environment).toMatchObject({
      API_HEADER_X_TENANT: "acme",
      API_HEADER_X_TENANT_API_HOSTS: "b.example http://127.0.0.1:81",
    });
    expect(Object.keys(environment).filter((name) => name.includes("SECRET_HEADER_X_TENANT"))).toEqual([]);
  });

  test("proposes the host of API_BASE_URL, to which all requests go", async () => {
    await served.api.call("server.update", { id: pets.id, environment: { API_BASE_URL: "http://127.0.0.1:90/x" } });
    await using fixture = await createCommandFixture(served, { answers: ["X-A", "Secret", "v", escapeAnswer] });
    await add(fixture);
    expect(fixture.prompts.questions[3]).toContain("[http://127.0.0.1:90]");
    await served.api.call("server.update", { id: pets.id, environment: { API_BASE_URL: null } });
  });

  test("adds nothing after Escape, and Back keeps what was typed", async () => {
    const { environment } = await current();
    await using fixture = await createCommandFixture(served, {
      answers: ["X-Other", "Not Secret", promptBack, promptBack, escapeAnswer],
    });
    await add(fixture);
    expect(fixture.prompts.questions.at(-1)).toContain("[X-Other]");
    expect((await current()).environment).toEqual(environment);
    expect(fixture.messages.shown).toEqual([]);
  });

  test("refuses headers of the connection, those that a variable sends already, and texts that are no hosts", async () => {
    const refuse = async (...answers: string[]) => {
      await using fixture = await createCommandFixture(served, { answers });
      await expect(add(fixture)).rejects.toThrow(/cannot be entered: /);
    };
    await refuse("Host");
    await refuse("");
    await refuse("x-key");
    await refuse("X-B", "Secret", "");
    await refuse("X-B", "Secret", "é");
    await refuse("X-B", "Secret", "v", "");
    await refuse("X-B", "Secret", "v", "not/a/host");
    await refuse("X-B", "Secret", "v", "https://user@a.example");
  });

  test("fails for a version that adds no headers, and says what to do", async () => {
    const tiny = await createTinyServer(served, "Own", "healthy");
    await using fixture = await createCommandFixture(served);
    await expect(add(fixture, tiny)).rejects.toThrow(
      /Own has code of its own, .* Add the variable there, then deploy the folder\./,
    );
    await expect(add(fixture, { ...tiny, source: null })).rejects.toThrow(
      /Own 0\.1\.0 cannot add headers to its requests: .* Generate it again/,
    );
  });

  test("is an action of Edit Variables, which then shows the header", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: [
        "Add Header...",
        "X-User-Id",
        "Not Secret",
        "u1",
        "pets.example.com",
        ...["X-User-Id", "API_HEADER_X_USER_ID"],
        escapeAnswer,
      ],
    });
    await editVariables(fixture.app, { node: await node() });
    expect(fixture.prompts.questions.at(-1)).toContain("[u1]");
  });

  test("is undone by an empty value, which removes its hosts too", async () => {
    const server = await served.api.call("server.update", {
      id: pets.id,
      environment: { API_HEADER_X_GONE: "1", API_HEADER_X_GONE_API_HOSTS: "a.example" },
    });
    const group = requireValue(listVariableGroups(server).find(({ label }) => label === "X-Gone"));
    await using fixture = await createCommandFixture(served, { answers: ["API_HEADER_X_GONE", "", true] });
    await editVariables(fixture.app, { node: { kind: "variable", server, group } });
    const { environment = {}, variables = [] } = await current();
    expect([...Object.keys(environment), ...variables.map(({ name }) => name)].join()).not.toContain("X_GONE");
  });
});
