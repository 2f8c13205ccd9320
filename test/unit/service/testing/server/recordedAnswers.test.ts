import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { upstreamExchangeSchema } from "../../../../../src/contract/mcp/upstreamExchange.ts";
import { formatServerCase } from "../../../../../src/testcases/addServerCase.ts";
import { createRecordedEntries } from "../../../../../src/testcases/recordedAnswers.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { createCodeServer, serverCode, waitForRunEnd } from "../../../../support/servers/codeServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const secret = "canary-key-4711";

const parameter = (place: string, name: string) => ({ name, in: place, required: true, schema: { type: "string" } });
const document = {
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, security: [{ key: [] }] },
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  paths: {
    "/pets/{id}": {
      get: {
        ...{ operationId: "get_pet", parameters: [parameter("path", "id"), parameter("query", "view")] },
        responses: { "200": { description: "A pet" } },
      },
    },
  },
};

const served = await useServedService();
const api = await closeAtEnd(startUpstream((_, response) => sendJson(response, { id: 7, name: "Rex", key: secret })));
const source = { kind: "openapi", document: JSON.stringify(document), baseUrl: api.origin } as const;
const deployed = await served.deploy("Pets", source, ({ variables = [] }) =>
  Object.fromEntries(
    variables.flatMap(({ name = "", secret: isSecret, hosts }) =>
      isSecret ? [[name, secret]] : hosts ? [[name, hosts.join(" ")]] : [],
    ),
  ),
);

async function callPet(headers: Record<string, string>) {
  const client = await connectMcpClient(deployed.url, "2026-07-28", headers);
  const input = { name: "get_pet", arguments: { id: "7", view: "full" } };
  const result = await client.callTool({ ...input, _meta: { "fairlead/capture": true } });
  await client.close();
  return result;
}

const access = { "Fairlead-Upstream": "1" };
const readExchanges = ({ _meta }: { readonly _meta?: unknown }) =>
  z.looseObject({ "fairlead/upstream": z.array(upstreamExchangeSchema) }).parse(_meta)["fairlead/upstream"];

async function runCases(suite: string, serverId = deployed.server.id) {
  const { id } = await served.api.call("serverTestRuns.start", {
    ...{ id: serverId, suite: { path: "fairlead.tests.yaml", content: suite }, cases: ["case"] },
  });
  const run = await waitForRunEnd(served.api, id);
  return requireValue(run.cases?.at(-1));
}

describe("the HTTP request of a call through the gateway", () => {
  test("is in the result for a key that may read", async () => {
    const [exchange] = readExchanges(await callPet({ ...deployed.headers, ...access }));
    expect(exchange).toMatchObject({ url: `${api.origin}/pets/7?view=full&api_key=***`, status: 200 });
    expect(JSON.stringify(exchange)).not.toContain(secret);
  });

  test("is not in the result for an agent's key, whose only scope is runtime", async () => {
    const { key } = await served.api.call("apiKeys.create", { name: "Agent", scopes: ["runtime"] });
    const agent = createServiceClient({ baseUrl: served.service.url, key: async () => key });
    const { accessToken } = await agent.call("runtime.token", { serverId: deployed.server.id });
    await agent.close();
    const result = await callPet({ authorization: `Bearer ${accessToken}`, ...access });
    expect(result.isError).toBeFalsy();
    expect(result._meta?.["fairlead/upstream"]).toBeUndefined();
  });

  test("is not in the result without the header", async () => {
    expect((await callPet(deployed.headers))._meta?.["fairlead/upstream"]).toBeUndefined();
  });
});

describe("a case with the recorded answer of the API", () => {
  const createSuite = async (change: (text: string) => string = (text) => text) => {
    const exchanges = readExchanges(await callPet({ ...deployed.headers, ...access }));
    const upstream = requireValue(createRecordedEntries(exchanges));
    return change(
      formatServerCase({
        ...{ name: "reads a pet", tool: "get_pet", arguments: { id: "7", view: "full" }, upstream },
        expect: { error: false, json: { "$.name": "Rex" } },
      }),
    );
  };

  test("passes and sends nothing to the API", async () => {
    const suite = await createSuite();
    const before = api.received.length;
    expect(suite).not.toContain(secret);
    expect(await runCases(suite)).toMatchObject({ status: "passed" });
    expect(api.received).toHaveLength(before);
  });

  test("is skipped with the reason where the server cannot replay", async () => {
    const own = await createCodeServer(served.api, serverCode());
    const suite = await createSuite((text) => text.replace("tool: get_pet", "tool: add"));
    expect(await runCases(suite, own.id)).toMatchObject({
      status: "skipped",
      message: expect.stringContaining("add cannot be called with the recorded answers of its API"),
    });
  });

  test("fails when the answer is another one than the case expects", async () => {
    const suite = await createSuite((text) => text.replace("$.name: Rex", "$.name: Max"));
    expect(await runCases(suite)).toMatchObject({ status: "failed", message: expect.stringContaining("differs") });
  });

  test("names a request that was not recorded, also where the tool must fail", async () => {
    const suite = await createSuite((text) =>
      text.replace("view: full", "view: short").replace("error: false", "error: true"),
    );
    const before = api.received.length;
    expect(await runCases(suite)).toMatchObject({
      ...{ status: "failed", actual: "GET /pets/7?view=short" },
      message: expect.stringContaining("has no answer for GET /pets/7?view=short"),
    });
    expect(api.received).toHaveLength(before);
  });
});
