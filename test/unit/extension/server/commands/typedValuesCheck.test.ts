import { afterAll, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createKeyedServer } from "../../../../support/servers/keyedServer.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-key"] === "good" ? 200 : 401),
);
afterAll(() => upstream.close());

const generate = (name: string, path?: string) =>
  createKeyedServer(served, { name, origin: upstream.origin, ...(path && { path }) });
const keysOf = async ({ id }: Server) => Object.keys((await readServer(served.api, id))?.environment ?? {});

async function deploy(server: Server, ...answers: readonly ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(fixture.prompts.unusedAnswers).toEqual([]);
  return fixture.prompts.questions;
}

describe("Check Now in the prompt for a value of a deployment", () => {
  test("saves and sends nothing if its question is left, says why it cannot check, and removes the value if the deployment is left", async () => {
    const server = await generate("Left");
    const before = upstream.received.length;
    const questions = await deploy(server, { check: "bad" }, escapeAnswer, escapeAnswer);
    expect(questions.at(-1)).toBe("Check Now (GET /pets): cancelled");
    expect([await keysOf(server), upstream.received.length]).toEqual([[], before]);

    await using fixture = await createCommandFixture(served, { answers: [{ check: "bad" }, "Check", escapeAnswer] });
    const client = {
      ...served.api,
      call: ((name, input, options) =>
        name === "serverTestRuns.start"
          ? Promise.reject(new Error("1 of 1 test runs are used up."))
          : served.api.call(name, input, options)) as typeof served.api.call,
    };
    const node = { kind: "server", server, live: undefined, latest: undefined } as const;
    await deployServer({ ...fixture.app, client: async () => client }, { node });
    expect(fixture.prompts.questions.at(-1)).toBe("Check Now (GET /pets): warning: 1 of 1 test runs are used up.");
    expect(await keysOf(server)).not.toContain("API_KEY");
    expect((await served.api.call("deployments.list", { serverId: server.id })).items).toEqual([]);
  });

  test("asks about hosts and code once, and says what the API answers to the typed value", async () => {
    const server = await generate("Checked");
    const questions = await deploy(server, { check: "bad" }, "Check", { check: "good" }, "good");
    const host = new URL(upstream.origin).host;
    expect(questions.slice(1)).toEqual([
      expect.stringMatching(/^Check the values for Checked 0\.1\.0\?\n.*127\.0\.0\.1.* \(new\).*\[Check\]$/s),
      `Check Now (GET /pets): warning: Checked: ${host} refuses Key (GET /pets: 401).`,
      "Check Now (GET /pets): info: The API of Checked answers: GET /pets: 200.",
    ]);
    expect(await keysOf(server)).toContain("API_KEY");
  });

  test("is not there for a document without a harmless request", async () => {
    const server = await generate("Unchecked", "/pets/{id}");
    await expect(deploy(server, { check: "bad" })).rejects.toThrow('There is no check of "bad".');
  });
});
