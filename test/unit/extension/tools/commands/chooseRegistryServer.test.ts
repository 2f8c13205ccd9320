import { expect, test } from "vitest";
import { connectToMcpServer } from "../../../../../src/extension/tools/commands/connectToMcpServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const registryChoice = "From an MCP Registry...";
const served = await useServedService({ discovery: "local" });

test("lists a service's registry and connects to a running server", async () => {
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
  await createTinyServer(served, "Stopped", "healthy");
  const { accessToken } = await served.api.call("runtime.token", { serverId: server.id });
  const url = `${served.service.url}/mcp/${server.id}`;
  await using fixture = await createCommandFixture(served, {
    answers: [registryChoice, served.service.url, "", "Pet Shop", url, `Authorization: Bearer ${accessToken}`, ""],
  });
  await connectToMcpServer(fixture.app, {});
  await fixture.messages.waitFor("This window is connected to");
  expect(fixture.prompts.questions.at(-3)).toContain(`[${url}]`);
});

test("a server without an address cannot be chosen; entries that cannot be read and hidden characters do not mislead", async () => {
  const registry = await startHttpServer((_, response) => {
    const servers = [
      { server: { name: "a/packaged", description: "Packaged.", version: "1", packages: [{}] } },
      {
        server: {
          name: "a/evil",
          title: "Ev\u200bil",
          description: "x",
          version: "1",
          remotes: [{ type: "streamable-http", url: "javascript:alert(1)" }],
        },
      },
      {
        server: {
          name: "a/template",
          description: "x",
          version: "1",
          remotes: [{ type: "streamable-http", url: "https://{host}/mcp" }],
        },
      },
      { nothing: true },
      7,
    ];
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ servers, metadata: {} }));
  });
  await using fixture = await createCommandFixture(served, { answers: [registryChoice, registry, "", escapeAnswer] });
  await connectToMcpServer(fixture.app, {});
  const seen = fixture.prompts.offered
    .slice(1)
    .flat()
    .map(({ label, isUnavailable }) => `${label} ${isUnavailable}`);
  expect(seen).toEqual(["a/packaged true", "Ev[hidden: U+200B]il true", "a/template true"]);
});

test("pages are read to the end, but not without an end; an address that is no registry is said", async () => {
  let asked = 0;
  const endless = await startHttpServer((_, response) => {
    asked += 1;
    response.end(JSON.stringify({ servers: [], metadata: { nextCursor: String(asked) } }));
  });
  const page = await startHttpServer((_, response) => void response.end("<html>"));
  await using fixture = await createCommandFixture(served, {
    answers: [registryChoice, endless, "x", registryChoice, page, "", escapeAnswer],
  });
  await connectToMcpServer(fixture.app, {});
  expect(asked).toBe(10);
  await fixture.messages.waitFor("lists no such server");
  await expect(connectToMcpServer(fixture.app, {})).rejects.toThrow(/is no MCP registry/);
  await connectToMcpServer(fixture.app, {});
});
