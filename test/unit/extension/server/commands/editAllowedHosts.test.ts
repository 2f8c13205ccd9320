import { beforeEach, describe, expect, test } from "vitest";
import type { DeploymentEvent } from "../../../../../src/contract/deployments.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { editAllowedHosts } from "../../../../../src/extension/server/commands/editAllowedHosts.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { deployment, server } = await deployTinyServer(served, await createTinyServer(served, "Weather", "healthy"));
beforeEach(() => served.api.call("server.update", { id: server.id, allowedHosts: ["a.example.com"] }));

const hosts = async () => (await readServer(served.api, server.id))?.allowedHosts;
const node = { kind: "server", server, live: undefined, latest: undefined } as const;

describe("the allowed hosts of a server", () => {
  test("are edited in an input box that has the current ones", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["a.example.com, https://b.example.com/v1"] });
    await editAllowedHosts(fixture.app, { node });
    expect(fixture.prompts.questions[0]).toContain("Allowed Hosts of Weather: The hosts that the server may");
    expect(fixture.prompts.questions[0]).toContain("[a.example.com]");
    expect(await hosts()).toEqual(["a.example.com", "b.example.com:443"]);
    expect(fixture.messages.shown).toEqual(["status: Weather may now connect to b.example.com:443."]);
    expect(fixture.refreshed).toEqual(["fairlead.servers"]);
  });

  test("are refused while one of them is no host", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["a.example.com, b c"] });
    await expect(editAllowedHosts(fixture.app, { node })).rejects.toThrow('"b c" is not a host');
    expect(await hosts()).toEqual(["a.example.com"]);
  });

  test("are edited from the palette", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Weather", ""] });
    await editAllowedHosts(fixture.app, {});
    expect(await hosts()).toEqual([]);
    expect(fixture.messages.shown).toEqual(["status: Weather may no longer connect to a.example.com."]);
  });

  test("are not replaced if they were changed during the prompt", async () => {
    await using fixture = await createCommandFixture(served);
    const input = async () => {
      await served.api.call("server.update", { id: server.id, allowedHosts: ["other.example.com"] });
      return "mine.example.com";
    };
    const app = { ...fixture.app, prompts: { ...fixture.app.prompts, input } };
    await expect(editAllowedHosts(app, { node })).rejects.toThrow("were changed while you edited them");
    expect(await hosts()).toEqual(["other.example.com"]);
  });

  test("are replaced if something else of the server was changed during the prompt", async () => {
    await using fixture = await createCommandFixture(served);
    const input = async () => {
      await served.api.call("server.update", { id: server.id, description: "Changed." });
      return "mine.example.com";
    };
    await editAllowedHosts({ ...fixture.app, prompts: { ...fixture.app.prompts, input } }, { node });
    expect(await hosts()).toEqual(["mine.example.com"]);
  });

  test("are not offered where the service has none", async () => {
    await using other = await createOtherServiceFixture(served, {
      servers: { data: [{ id: "s-1", name: "Weather", status: "ready" }] },
    });
    await editAllowedHosts(other.app, {});
    expect(other.shown).toEqual(["info: No server here has a list of allowed hosts."]);
  });
});

describe("the hosts that the live deployment was refused", () => {
  beforeEach(() => served.api.call("server.update", { id: server.id, allowedHosts: [] }));
  const edit = async (...answers: readonly ScriptedAnswer[]) => {
    await using fixture = await createCommandFixture(served, { answers });
    const client = served.api;
    const refusals = ["a.example.com:443", "b.example.com:80", "a.example.com:443"].map(
      (refusedHost, at): DeploymentEvent => ({
        ...{ deploymentId: deployment.id, sequence: at + 1, level: "warning", kind: "log", message: "" },
        data: { refusedHost },
      }),
    );
    const list: typeof client.list = (name, input, options) =>
      name === "deployment.events" ? toGenerator(refusals) : client.list(name, input, options);
    const app = { ...fixture.app, client: async () => ({ ...client, list }) };
    await editAllowedHosts(app, { node: { kind: "deployment", deployment, live: true, serverName: "Weather" } });
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    return fixture.prompts.questions;
  };
  async function* toGenerator(events: readonly DeploymentEvent[]): AsyncGenerator<never, void> {
    for (const event of events) yield event as never;
  }

  test("are offered first, and those that were chosen are in the list", async () => {
    const questions = await edit(["b.example.com:80"], "b.example.com:80, c.example.com");
    expect(questions[0]).toContain("Which refused hosts does the server need?");
    expect(questions[1]).toContain("[b.example.com:80]");
    expect(await hosts()).toEqual(["b.example.com:80", "c.example.com"]);
  });

  test("are not allowed by Escape, at either step", async () => {
    await edit(escapeAnswer);
    expect(await hosts()).toEqual([]);
    await edit(["a.example.com:443"], escapeAnswer);
    expect(await hosts()).toEqual([]);
  });

  test("are chosen again after Back", async () => {
    const questions = await edit(["a.example.com:443"], promptBack, ["b.example.com:80"], "b.example.com:80");
    expect(questions).toHaveLength(4);
    expect(await hosts()).toEqual(["b.example.com:80"]);
  });
});
