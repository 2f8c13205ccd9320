import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, test } from "vitest";
import { readServer } from "../../../src/extension/server/model/readServer.ts";
import { answerGrantRequest, openPage } from "../../support/oauth/agentLogin.ts";
import { createLoginProvider } from "../../support/oauth/loginProvider.ts";
import {
  addVersionWithTool,
  createServerWithBrokenSkill,
  generatePetVersion,
} from "../../support/servers/changingTools.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { useServedService } from "../../support/service/useServedService.ts";

const served = await useServedService({ auditDays: 30 });
const url = new URL(`${served.service.url}/mcp`);

/** The service in this process replaces the global `Response`, and the client requires instances of the global one. */
const ownFetch = async (address: string | URL, init?: RequestInit) => {
  const answer = await fetch(address, init);
  return new Response(answer.body, answer);
};

async function connect(key: string, mode: "auto" | "legacy" = "auto") {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: ownFetch, requestInit }));
  return client;
}

const client = await connect(served.service.firstKey);
const reported: string[] = [];
async function call(name: string, given: Record<string, unknown>, agent = client) {
  const onprogress = ({ message = "" }) => void reported.push(message);
  const result = await agent.callTool({ name, arguments: given }, { onprogress });
  const [content] = result.content;
  const text = content?.type === "text" ? content.text : "";
  return result.isError ? text : JSON.parse(text);
}

test("the tools say which of them change something", async () => {
  const { tools } = await client.listTools();
  const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
  expect(changing).toEqual(["runTests", "deploy", "startServer", "stopServer"]);
  expect(tools).toHaveLength(11);
  const legacy = await connect(served.service.firstKey, "legacy");
  expect((await legacy.listTools()).tools).toEqual(tools);
  await legacy.close();
});

test.each(["auto", "legacy"] as const)("an agent gets the skill that says how to use the tools (%s)", async (mode) => {
  const agent = await connect(served.service.firstKey, mode);
  const skills = new SkillsClient(agent);
  const [listed] = (await skills.list()).skills;
  expect(listed).toMatchObject({ uri: "skill://fairlead/SKILL.md", frontmatter: { name: "fairlead" } });
  const text = readFileSync(join(import.meta.dirname, "../../../media/skills/fairlead/SKILL.md"), "utf8");
  expect(await skills.read(requireValue(listed))).toMatchObject({ text, verified: true });
  await agent.close();
});

describe("an agent", () => {
  test("deploys a server after its tests, and reports where, what and its progress", async () => {
    const server = await createTinyServer(served, "Pet Shop", "healthy");
    const deployed = await call("deploy", { server: "pet shop" });
    expect(deployed).toMatchObject({
      server: { id: server.id },
      outcome: "live",
      deployment: { status: "running" },
    });
    expect(reported[0]).toBe(
      `Deploying Pet Shop 0.1.0 of the project ${served.project.name} at ${served.service.url}.`,
    );
    expect(reported.some((message) => /^\d+ of \d+ tests ran$/.test(message))).toBe(true);
    expect(reported.at(-1)).toBe("The deployment is running");
    const { live, health } = await call("deploymentStatus", { server: server.id });
    expect(live).toMatchObject({ id: deployed.deployment.id, url: `${url}/${server.id}` });
    expect(health.checks.map(({ name }: { name: string }) => name)).toContain("handshake");
    const { events } = await call("deploymentEvents", { server: "Pet Shop", kind: "state" });
    expect(events.at(-1)).toMatchObject({ kind: "state", message: expect.stringMatching(/running/i) });
    const { run, failedCases } = await call("testResults", { server: "Pet Shop" });
    expect([run.status, failedCases]).toEqual(["passed", []]);
    expect((await call("stopServer", { server: "Pet Shop" })).desiredState).toBe("stopped");
    expect((await call("startServer", { server: "Pet Shop" })).desiredState).toBe("running");
    const { servers } = await call("listServers", { filter: "pet" });
    expect(servers).toMatchObject([{ name: "Pet Shop", project: served.project.name, latestVersion: "0.1.0" }]);
  });

  test("does not deploy what its tests do not pass, unless its user wants it, and says why it failed", async () => {
    const server = await createTinyServer(served, "Broken", "exitsAtOnce");
    const refused = await call("deploy", { server: "Broken" });
    expect(refused.outcome).toBe("not deployed: its tests did not pass");
    expect(refused.run).toMatchObject({ status: "errored", why: expect.any(String) });
    const forced = await call("deploy", { server: "Broken", withoutTests: true });
    expect(forced.outcome).toBe("not live: failed");
    expect(forced.failure.step).toEqual(expect.any(String));
    const { lastFailure } = await call("deploymentStatus", { server: server.id });
    expect(lastFailure).toMatchObject({ version: "0.1.0", failure: forced.failure });
    await addTinyVersion(served, server, "healthy");
    expect((await call("deploy", { server: "Broken" })).outcome).toBe("live");
  });

  test("reads which tools of a server were called, when, how long and how it ended, and nothing that was sent", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Called", "healthy"));
    const { accessToken } = await served.api.call("runtime.token", { serverId: server.id });
    const send = (method: string, params: object) =>
      fetch(`${url}/${server.id}`, {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    await send("tools/list", {});
    for (const name of ["echo", "slow", "echo"])
      await send("tools/call", { name, arguments: { text: "confidential" } });
    const read = (input: object) => call("callHistory", { server: "Called", ...input });
    await expect.poll(async () => (await read({})).calls).toHaveLength(3);
    const { calls, ...facts } = await read({});
    expect(facts.deployment.version).toBe("0.1.0");
    expect(calls.map(({ tool, outcome }: Record<string, string>) => [tool, outcome])).toEqual([
      ["echo", "responded"],
      ["slow", "responded"],
      ["echo", "responded"],
    ]);
    expect(calls[0]).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), ms: expect.any(Number) });
    expect((await read({ tool: "slow" })).calls).toEqual([calls[1]]);
    const last = await read({ last: 1 });
    expect([last.calls, last.more]).toEqual([[calls[2]], expect.stringContaining(`before ${calls[2].sequence}`)]);
    expect(JSON.stringify([calls, facts])).not.toContain("confidential");
  });

  test("reads a published skill with its files, and one of them", async () => {
    const files = [
      {
        path: "SKILL.md",
        encoding: "utf8" as const,
        content: "---\nname: greet\ndescription: Greets. Use it to greet.\n---\n\nSay hello.\n",
      },
      { path: "a.txt", encoding: "utf8" as const, content: "API_TOKEN=abcdefghijklmnop" },
    ];
    await served.api.call("skills.create", { projectId: served.project.id, publish: true, files });
    const skill = await call("readSkill", { skill: "greet" });
    expect(skill.files.map(({ path }: { path: string }) => path)).toEqual(["SKILL.md", "a.txt"]);
    expect(skill.file.content).toContain("Say hello.");
    const claude = { agents: "Claude Code, GitHub Copilot", workspace: ".claude/skills", user: "~/.claude/skills" };
    expect(skill.folders).toContainEqual(claude);
    expect((await call("readSkill", { skill: "greet", file: "a.txt" })).file.content).toBe(
      "API_TOKEN=abcdefghijklmnop",
    );
    expect(await call("readSkill", { skill: "greet", file: "b" })).toContain(
      "greet has no file b. It has SKILL.md, a.txt.",
    );
    expect((await call("searchRegistry", { kind: "skill" })).artifacts).toMatchObject([{ name: "greet" }]);
    expect((await call("runTests", { skill: "greet" })).run.status).toBe("passed");
  });

  test("says what does not fit, and that a name is unknown or not the only one", async () => {
    expect(await call("testResults", {})).toBe("Name either a server or a skill.");
    expect(await call("deploymentStatus", { server: "nothing" })).toContain("There is no server called nothing.");
    for (const variant of ["healthy", "healthy"] as const) await createTinyServer(served, "Twin", variant);
    expect(await call("stopServer", { server: "twin" })).toMatch(
      /There are 2 servers called twin\. Name one by its id: Twin \(srv_/,
    );
    expect(await call("deploy", { version: "1" })).toContain("The input does not fit deploy");
  });
});

describe("a version that breaks callers of the live one", () => {
  const versionsOf = async (serverId: string) =>
    (await served.api.call("deployments.list", { serverId })).items.map(({ version }) => version);

  test("is deployed only as the user agrees, and the agent reads what breaks, with skills that name what is gone", async () => {
    const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Clinic" });
    const first = requireValue(await readServer(served.api, id));
    const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, first, {}));
    const limit = { name: "limit", in: "query", required: true, schema: { type: "integer" } };
    const content = "---\nname: clean-up\ndescription: Cleans up.\n---\n\nCall removePets, then listPets.\n";
    const skills = [{ name: "clean-up", files: [{ path: "SKILL.md", encoding: "utf8" as const, content }] }];
    await generatePetVersion(served.api, live, { parameters: [limit], hasDelete: false, skills });
    reported.length = 0;
    for (const input of [{ withoutTests: true }, { breaksCallers: false }]) {
      const refused = await call("deploy", { server: "Clinic", ...input });
      expect(refused.split("\n")).toEqual([
        "Clinic 0.1.1 is not deployed, because it breaks callers of 0.1.0:",
        "- listPets (GET /pets): input.limit is required now.",
        "- removePets (DELETE /pets): The tool is gone.",
        "- The skill clean-up names listPets: input.limit is required now.",
        "- The skill clean-up names removePets, which is gone.",
        "Show the user these changes. Deploy it with breaksCallers only if the user agrees to them.",
      ]);
    }
    expect([await versionsOf(id), reported]).toEqual([["0.1.0"], []]);
    expect((await call("deploy", { server: "Clinic", breaksCallers: true })).outcome).toBe("live");
    const { items } = await served.api.call("serverTestRuns.list", { id });
    expect(items.map(({ status }) => status)).toEqual(["passed"]);
    expect(await versionsOf(id)).toEqual(["0.1.1", "0.1.0"]);
  });

  test("has another message than one whose skills alone do not fit", async () => {
    await createServerWithBrokenSkill(served, "Taught");
    expect(await call("deploy", { server: "Taught" })).toMatch(
      /^Taught 0\.1\.1 is not deployed, because its skills do not fit its tools:\n- The skill \S+ names listPets/,
    );
  });

  test("is recognized after its tests, where only they make the tools of own code known, and is none where it is the way back", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Code", "healthy"));
    await addVersionWithTool(served.api, server, "repeat");
    expect(await call("deploy", { server: "Code" })).toContain("- echo: The tool is gone.");
    expect(await versionsOf(server.id)).toEqual(["0.1.0"]);
    await addVersionWithTool(served.api, server, "say");
    const untested = await call("deploy", { server: "Code", withoutTests: true });
    expect(untested).toMatchObject({ outcome: "live", toolChanges: expect.stringMatching(/^not known: /) });
    const back = await call("deploy", { server: "Code", version: "0.1.0", withoutTests: true });
    expect([back.outcome, back.toolChanges]).toEqual(["live", undefined]);
  });
});

describe("access", () => {
  test("is given by a login, like at a server, and ends when it is revoked", async () => {
    const authProvider = createLoginProvider("http://127.0.0.1:9/callback");
    const open = () => new StreamableHTTPClientTransport(url, { authProvider, fetch: ownFetch });
    const first = open();
    const agent = () => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await expect(agent().connect(first)).rejects.toThrow("Unauthorized");
    const opened = await openPage(requireValue(authProvider.opened()).href);
    const id = requireValue(opened.location?.searchParams.get("id") ?? undefined);
    const [request] = (await served.api.readGrantRequests({})).items;
    expect(request).toMatchObject({ id, serverName: "Fairlead", tools: { total: 11, changing: 4 } });
    await answerGrantRequest({ url: served.service.url, key: served.service.firstKey }, id, { allow: true });
    const returned = await openPage(`${opened.location}&shown=1`, opened.cookie);
    await first.finishAuth(requireValue(returned.location).searchParams);
    const loggedIn = agent();
    await loggedIn.connect(open());
    expect((await call("listServers", {}, loggedIn)).servers).toEqual(expect.any(Array));
    await call("stopServer", { server: "Pet Shop" }, loggedIn);
    const { items: entries } = await served.api.readAuditLog({});
    expect(entries[0]).toMatchObject({ action: "server.update", actor: { kind: "grant" }, address: "127.0.0.1" });
    const [grant] = (await served.api.readGrants({ serverId: "fairlead" })).items;
    expect(grant).toMatchObject({ serverId: "fairlead", kind: "oauth" });
    await createTinyServer(served, "Revoked", "healthy");
    let revoked: Promise<void> | undefined;
    const onprogress = () => {
      revoked ??= served.api.revokeGrant(requireValue(grant).id);
    };
    const given = { name: "deploy", arguments: { server: "Revoked" } };
    const result = await loggedIn.callTool(given, { onprogress });
    expect(JSON.stringify(result)).toContain("The access was revoked.");
    await revoked;
    await expect(call("listServers", {}, loggedIn)).rejects.toThrow();
  });

  test("needs a key or a login, and has the scopes of the key", async () => {
    const response = await fetch(url, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toContain(
      `resource_metadata="${served.service.url}/.well-known/oauth-protected-resource/mcp"`,
    );
    const { key } = await served.api.call("apiKeys.create", { name: "reader", scopes: ["read"] });
    const reader = await connect(key);
    expect(await call("stopServer", { server: "Pet Shop" }, reader)).toContain('does not have the scope "write"');
    await reader.close();
  });
});
