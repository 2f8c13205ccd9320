import { request } from "node:http";
import { text } from "node:stream/consumers";
import { Validator } from "@cfworker/json-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listServersOfHost } from "../../../../src/client/mcp/serverCards.ts";
import { fetchText } from "../../../../src/extension/server/model/fetchText.ts";
import { createFetchSourceBytes } from "../../../../src/extension/skill/model/source/fetchSourceBytes.ts";
import { openIndexSource } from "../../../../src/extension/skill/model/source/openIndexSource.ts";
import type { DiscoveryAccess } from "../../../../src/service/discovery/discoveryRoutes.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { serverListSchema, serverResponseSchema } from "../../../support/service/registrySchema.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { createSkillText } from "../../../support/skills/skillText.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;

const open = async (discovery?: DiscoveryAccess) => startServedService(discovery && { discovery });
const publish = ({ api, project }: Served, name: string, more: Readonly<Record<string, string>> = {}) =>
  api.call("skills.create", {
    ...{ projectId: project.id, publish: true },
    files: Object.entries({ "SKILL.md": createSkillText(name), ...more }).map(([path, content]) => ({
      path,
      content,
      encoding: "utf8",
    })),
  });

/** One request with exactly these headers; `fetch` forbids some. */
async function get(served: Served, path: string, headers: Readonly<Record<string, string>> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<import("node:http").IncomingMessage>();
  request(`${served.service.url}${path}`, { headers }, resolve).on("error", reject).end();
  const response = await promise;
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, json: () => JSON.parse(body) };
}

function expectValid(schema: object, value: unknown): void {
  const { valid, errors } = new Validator(schema, "2020-12", false).validate(value);
  expect(valid, JSON.stringify(errors)).toBe(true);
}

describe("a service that serves its registry on this machine", () => {
  let served: Served;
  beforeAll(async () => {
    served = await open("local");
    await publish(served, "greet", { "scripts/hello.sh": "echo hello" });
    const live = await createTinyServer(served, "Pet Shop", "healthy");
    await deployTinyServer(served, live);
    await addTinyVersion(served, live, "legacyOnly");
    await createTinyServer(served, "Other", "healthy");
    await served.api.call("servers.create", { projectId: served.project.id, name: "Draft" });
    const gone = await createTinyServer(served, "Gone", "healthy");
    await served.api.call("server.update", { id: gone.id, archived: true });
  });
  afterAll(() => served.close());

  const list = async (query = "") => (await get(served, `/v0.1/servers${query}`)).json();
  const named = (answer: {
    readonly servers: readonly { readonly server: { readonly title: string; readonly version: string } }[];
  }) => answer.servers.map(({ server }) => `${server.title} ${server.version}`);

  test("lists versions of servers as the schema of the registry API says; only the live one has a remote", async () => {
    const answer = await list();
    expectValid(serverListSchema, answer);
    expect(named(answer)).toEqual(["Other 0.1.0", "Pet Shop 0.1.1", "Pet Shop 0.1.0"]);
    expect(answer.servers.map(({ server }: { server: { remotes?: unknown } }) => server.remotes !== undefined)).toEqual(
      [false, false, true],
    );
    expect(answer.servers[2].server.remotes).toEqual([
      { type: "streamable-http", url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp\/srv_/) },
    ]);
    expect(answer.servers[2].server.name).toBe("local.fairlead.default/pet-shop");
  });

  test("lists a card for each live server, which says where it answers", async () => {
    const catalog = await get(served, "/.well-known/ai-catalog.json");
    expect(catalog.headers["content-type"]).toBe("application/ai-catalog+json");
    const { entries } = catalog.json();
    expect(entries).toHaveLength(1);
    const card = await get(served, new URL(entries[0].url).pathname);
    expect(card.headers["content-type"]).toBe(entries[0].type);
    expect(card.json()).toMatchObject({ title: "Pet Shop", version: "0.1.0", remotes: [{ type: "streamable-http" }] });
    expect((await get(served, "/mcp/srv_none/server-card")).status).toBe(404);
    const { origin } = new URL(served.service.url);
    const found = await listServersOfHost(new URL(origin), fetchText, AbortSignal.timeout(60_000));
    expect(found).toEqual([expect.objectContaining({ title: "Pet Shop", url: card.json().remotes[0].url })]);
  });

  test("pages, searches and filters", async () => {
    const first = await list("?limit=2");
    expect([named(first), first.metadata.count]).toEqual([["Other 0.1.0", "Pet Shop 0.1.1"], 2]);
    expect(named(await list(`?limit=2&cursor=${first.metadata.nextCursor}`))).toEqual(["Pet Shop 0.1.0"]);
    expect(named(await list("?version=latest"))).toEqual(["Other 0.1.0", "Pet Shop 0.1.1"]);
    expect(named(await list("?search=pet-sh&version=0.1.0"))).toEqual(["Pet Shop 0.1.0"]);
    expect(named(await list("?search=%25"))).toEqual([]);
    expect(named(await list("?updated_since=2999-01-01T00:00:00Z"))).toEqual([]);
    expect((await list("?updated_since=2001-01-01T00:00:00%2B02:00")).servers).toHaveLength(3);
    for (const query of ["?limit=0", "?limit=x", "?cursor=-1", "?updated_since=yesterday"])
      expect((await get(served, `/v0.1/servers${query}`)).status).toBe(400);
  });

  test("lists what changed since a time: also where only the server changed, such as what is live", async () => {
    const since = new Date().toISOString();
    expect(named(await list(`?updated_since=${since}`))).toEqual([]);
    const [server] = (await served.api.call("servers.list", { q: "Other" })).items;
    await served.api.call("server.update", { id: server?.id ?? "", description: "Changed" });
    expect(named(await list(`?updated_since=${since}`))).toEqual(["Other 0.1.0"]);
  });

  test("answers for one server and for one version", async () => {
    const path = `/v0.1/servers/${encodeURIComponent("local.fairlead.default/pet-shop")}/versions`;
    const versions = (await get(served, path)).json();
    expectValid(serverListSchema, versions);
    expect(named(versions)).toEqual(["Pet Shop 0.1.1", "Pet Shop 0.1.0"]);
    const latest = (await get(served, `${path}/latest`)).json();
    expectValid(serverResponseSchema, latest);
    expect(latest._meta["io.modelcontextprotocol.registry/official"]).toMatchObject({
      isLatest: true,
      status: "active",
    });
    expect((await get(served, `${path}/0.1.0`)).json().server.version).toBe("0.1.0");
    expect((await get(served, `${path}/9.9.9`)).status).toBe(404);
    expect((await get(served, "/v0.1/servers/local.fairlead.default%2Fgone/versions")).status).toBe(404);
    expect((await get(served, "/v0.1/servers/x/versions")).status).toBe(404);
  });

  test("serves an index of skills whose archives have its digests, also after a change", async () => {
    const read = async () => {
      await using opened = await openIndexSource(
        createFetchSourceBytes("test"),
        served.service.url,
        new AbortController().signal,
      );
      const [skill] = opened.skills;
      return (await skill?.read(new AbortController().signal))?.files.map(({ path, bytes }) => [
        path,
        Buffer.from(bytes).toString(),
      ]);
    };
    expect(await read()).toEqual([
      ["SKILL.md", createSkillText("greet")],
      ["scripts/hello.sh", "echo hello"],
    ]);
    const [skill] = (await served.api.call("skills.list", { q: "greet" })).items;
    await served.api.call("skill.update", {
      id: skill?.id ?? "",
      files: [{ path: "SKILL.md", content: createSkillText("greet", "Two."), encoding: "utf8" }],
    });
    expect(await read()).toEqual([["SKILL.md", createSkillText("greet", "Two.")]]);
    for (const file of ["greet.zip", "greet", "none.tar.gz", "..%2f..%2fgreet.tar.gz"])
      expect((await get(served, `/.well-known/agent-skills/${file}`)).status).toBe(404);
  });

  test("gives nothing else away: other routes need a key, and a wrong key is refused", async () => {
    for (const path of ["/api/v1/me", "/api/v1/servers", "/api/v1/registry/artifacts"])
      expect((await get(served, path)).status).toBe(401);
    expect((await get(served, "/v0.1/servers", { authorization: "Bearer wrong" })).status).toBe(401);
    const [{ server }] = (await list("?search=pet&version=0.1.0")).servers;
    expect((await fetch(server.remotes[0].url, { method: "POST" })).status).toBe(401);
  });

  test("refuses other hosts and web pages, and sends no CORS header", async () => {
    expect((await get(served, "/v0.1/servers", { host: "evil.example" })).status).toBe(403);
    expect((await get(served, "/v0.1/servers", { origin: "https://evil.example" })).status).toBe(403);
    expect((await get(served, "/.well-known/agent-skills/index.json", { host: "evil.example" })).status).toBe(403);
    expect((await get(served, "/v0.1/servers")).headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("only reads", async () => {
    for (const method of ["POST", "PUT", "DELETE"])
      expect((await fetch(`${served.service.url}/v0.1/servers`, { method })).status).toBe(404);
  });
});

test("with keys, everyone needs one with the scope read", async () => {
  const served = closeAfterTest(await open("keys"));
  await publish(served, "greet");
  const key = async (scopes: readonly ("read" | "write")[]) =>
    (await served.api.call("apiKeys.create", { name: "k", scopes: [...scopes] })).key;
  for (const path of [
    "/v0.1/servers",
    "/.well-known/agent-skills/index.json",
    "/.well-known/agent-skills/greet.tar.gz",
  ]) {
    expect((await get(served, path)).status).toBe(401);
    expect((await get(served, path, { authorization: `Bearer ${await key(["read"])}` })).status).toBe(200);
  }
});

test("without the switch there is nothing", async () => {
  const served = closeAfterTest(await open());
  const authorization = `Bearer ${served.service.firstKey}`;
  for (const path of ["/v0.1/servers", "/.well-known/agent-skills/index.json"])
    expect((await get(served, path, { authorization })).status).toBe(404);
});
