import { afterAll, describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { waitForGeneration } from "../../../../../src/extension/server/model/waitForGeneration.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const served = await useServedService();
const goodKey = "canary-good-key";
const upstream = await startUpstream(({ headers }, response) =>
  sendJson(response, [], headers["x-key"] === goodKey ? 200 : 401),
);
const gone = await startUpstream(() => {});
await gone.close();
afterAll(() => upstream.close());
const { host } = new URL(upstream.origin);

/** A server with two tools whose API is at this origin. */
async function createServer(name: string, origin: string, key: string): Promise<Server> {
  const responses = { 200: { description: "Found." } };
  const paths = Object.fromEntries(
    ["pets", "orders"].map((path) => [`/${path}`, { get: { operationId: `list_${path}`, responses } }]),
  );
  const components = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };
  const document = JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: name, version: "1" }, servers: [{ url: origin }] },
    ...{ components, security: [{ key: [] }], paths },
  });
  const { api, project } = served;
  const environment = { API_KEY: key, KEY_API_HOSTS: [origin, upstream.origin].join(" ") };
  const server = await api.call("servers.create", { projectId: project.id, name, environment });
  await api.call("server.generate", { id: server.id, source: { kind: "openapi", document } });
  return waitForGeneration(api, server, testDeadline());
}

async function deploy(
  server: Server,
  ...answers: NonNullable<Parameters<typeof createCommandFixture>[1]>["answers"] & {}
) {
  const fixture = await createCommandFixture(served, { runsTests: true, answers: ["Test and Deploy", ...answers] });
  let cancelled = 0;
  const onCancelled = () => {
    cancelled += 1;
  };
  await deployVersion(fixture.app, served.api, server, server.latestVersion, { onCancelled });
  const asked = fixture.prompts.questions.slice(1);
  const { items } = await served.api.call("deployments.list", { serverId: server.id });
  return { fixture, asked, cancelled, deployed: items.map(({ version }) => version) };
}

describe("a version whose tools could not be tried", () => {
  test("is deployed after one question where its API is not reached", async () => {
    const { asked, deployed, fixture } = await deploy(await createServer("Away", gone.origin, goodKey), "Deploy");
    await using _ = fixture;
    expect(asked).toEqual([
      expect.stringMatching(
        /^Deploy Away 0\.1\.0\? 0 of 2 tools answer; 2 could not be tried\.\nhttp:\/\/127\.0\.0\.1:\d+ could not be reached: .*\.\nOther tests \(Protocol, API, Compatibility, Tool schemas\): \d+ passed, \d+ skipped\.\n\[Edit Base URL, Deploy\]$/,
      ),
    ]);
    expect(deployed).toEqual(["0.1.0"]);
  });

  test("is asked about where its credential is refused, again after Escape in the input, and not deployed after Escape", async () => {
    const server = await createServer("Refusing", upstream.origin, "canary-bad-key");
    const { asked, cancelled, deployed, fixture } = await deploy(server, "Edit Credential", escapeAnswer, escapeAnswer);
    await using _ = fixture;
    const question = expect.stringMatching(
      new RegExp(
        `^Deploy Refusing 0\\.1\\.0\\? 0 of 2 tools answer; 2 could not be tried\\.\\n${host} refuses Key \\(GET /\\w+: 401\\)\\.\\nOther tests \\(Protocol, API, Compatibility, Tool schemas\\): \\d+ passed, \\d+ skipped, 1 failed: Check of the credentials \\(GET /\\w+\\)\\.\\n\\[Edit Credential, Deploy\\]$`,
      ),
    );
    expect(asked).toEqual([question, expect.stringContaining("Set API_KEY of Refusing"), question]);
    expect(cancelled).toBe(1);
    expect(deployed).toEqual([]);
  });
});
