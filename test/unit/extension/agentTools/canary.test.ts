import { expect, test } from "vitest";
import { toolRegistry } from "../../../../src/extension/agentTools/toolRunner.ts";
import { createToolFixture } from "../../../support/editor/toolFixture.ts";
import { createCodeServer, serverCode } from "../../../support/servers/codeServer.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const canary = "c4n4ry7Xq2Lm9Rt5Vw1Zk8";
/** Formats in which a server may log secrets. */
const leaks = [
  `Authorization: Bearer ${canary}`,
  `https://user:${canary}@api.example/v1?access_token=${canary}`,
  `API_TOKEN=${canary}`,
  `flk_${canary}${canary}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx${canary}.${canary}`,
];

test("no result, confirmation or error of any tool contains a secret", async () => {
  await using fixture = await createToolFixture(served);
  const { texts } = fixture;
  const record = async (work: Promise<unknown>) =>
    texts.push(JSON.stringify(await work.catch((error: Error) => `${error.name} ${error.message} ${error.cause}`)));
  const variables = ["UP_KEY", "UP_URL"].map((name) => ({ name, isRequired: true, isSecret: name === "UP_KEY" }));
  const loggingCode = `console.log(JSON.stringify(process.env)); for (const line of ${JSON.stringify(leaks)}) console.error(line);`;
  const toolCode = `tools[0].run = () => ({ content: [{ type: "text", text: ${JSON.stringify(leaks.join("\n"))} + process.env.UP_KEY }] });`;
  const server = await createCodeServer(served.api, serverCode(`${loggingCode}\n${toolCode}`), {
    "server.json": JSON.stringify({ packages: [{ environmentVariables: variables }] }),
    "fairlead.tests.yaml":
      "cases:\n  - name: says\n    tool: add\n    arguments: {a: 1, b: 2}\n    expect:\n      text: {equals: nothing}\n",
  });
  const environment = { UP_KEY: `${canary}-key`, UP_URL: `https://${canary}.example` };
  await served.api.call("server.update", { id: server.id, environment, description: leaks.join(" ") });

  const called = { server: server.id };
  const changes = { fairlead_runTests: called, fairlead_deploy: { ...called, withoutTests: true } };
  for (const [name, input] of Object.entries(changes)) {
    await record(fixture.readConfirmation(name, input));
    await record(fixture.invoke(name, input));
  }
  await expect
    .poll(async () => (await fixture.invoke("fairlead_deploymentEvents", { ...called, kind: "log" })).events)
    .not.toEqual([]);
  for (const name of Object.keys(toolRegistry)) {
    await record(
      fixture.invoke(name, name === "fairlead_listServers" || name === "fairlead_searchRegistry" ? {} : called),
    );
    await record(fixture.readConfirmation(name, { server: `nothing ${leaks[0]}` }));
  }

  const all = texts.join("\n");
  for (const proof of ["Authorization: Bearer ***", '"failedCases":[{', "API_TOKEN=***", '"outcome":"live"'])
    expect(all).toContain(proof);
  expect(all).not.toContain(canary);
  const credentials = await fixture.app.connections.runtimeCredentials();
  expect(credentials).toBeDefined();
  expect(all).not.toContain(credentials?.clientSecret);
});
