import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { attachSkill } from "../../../../../src/extension/skill/commands/attachSkill.ts";
import { installFromRow } from "../../../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { updateSkill } from "../../../../../src/extension/skill/commands/updateSkill.ts";
import { createSourceUpdates } from "../../../../../src/extension/skill/model/source/sourceUpdates.ts";
import { addedSkillTreeRow } from "../../../../../src/extension/skill/rows/addedSkillTreeRow.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { generateServer, generateVersion } from "../../../../support/servers/generateServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;
const served = await useServedService();

const createDocument = () => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  paths: { "/pets": { get: { operationId: "listPets", responses: {} } } },
});

test("a generated server carries a skill of the workspace and one of the registry, until it is removed", async () => {
  const server = await generateServer(served, "Carrier", createDocument());
  const node = { kind: "server", server, live: undefined, latest: undefined } as const;
  await publishTestSkill(served, "published");
  await using fixture = await createSkillFixture(served, { answers: ["local", "local", "published", "Remove local"] });
  fixture.source("local", { "references/more.md": "More." });
  const skills = async () => (await readServer(served.api, server.id))?.source?.skills;
  await attachSkill(fixture.app, { node });
  await fixture.messages.waitFor("Carrier 0.1.1 was made. It carries these skills: local.");
  await attachSkill(fixture.app, { node });
  await fixture.messages.waitFor("Carrier 0.1.1 carries the skill local already.");
  await attachSkill(fixture.app, { node });
  await fixture.messages.waitFor("Carrier 0.1.2 was made. It carries these skills: local, published.");
  expect(await skills()).toEqual(["local", "published"]);
  await attachSkill(fixture.app, { node });
  await fixture.messages.waitFor("Carrier 0.1.3 was made. It carries these skills: published.");
  expect(await skills()).toEqual(["published"]);
});

test("a version that cannot be made fails the command", async () => {
  const server = await generateServer(served, "Without one", createDocument());
  const node = { kind: "server", server, live: undefined, latest: undefined } as const;
  await using fixture = await createSkillFixture(served, { answers: ["local"] });
  fixture.source("local", {});
  const { app } = fixture;
  const sources = async () => {
    await served.api.call("server.update", { id: server.id, archived: true });
    return app.localSkills.sources();
  };
  const leaving = { ...app, localSkills: { ...app.localSkills, sources } };
  await expect(attachSkill(leaving, { node })).rejects.toThrow("archived");
});

test("the user of a server from a folder learns where its skills belong", async () => {
  const server = await createTinyServer(served, "Of a folder", "healthy");
  await using fixture = await createSkillFixture(served, {});
  await attachSkill(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor('Put the skill into the folder "skills" there');
});

const file = (path: string, content: string) => ({ path, encoding: "utf8" as const, content });

async function deployWithSkill(name: string, first: string, nested: string | undefined = undefined) {
  const server = await generateServer(served, name, createDocument());
  const version = async (body: string, inner = nested) => {
    const files = [
      ...(inner === undefined ? [] : [file("parts/inner/SKILL.md", createSkillText("inner", inner))]),
      file("SKILL.md", createSkillText("served", body)),
      file("a b.txt", "More."),
    ];
    await generateVersion(served.api, server.id, { skills: [{ name: "served", files }] });
    return (await deployTinyServer(served, server)).deployment.url ?? "";
  };
  return { server, version, url: await version(first) };
}

const uri = "skill://served/SKILL.md";
const skill = { uri, name: "served", description: "" };

/** A server that passes everything on to the one of `url`, with other text in place of what it says. */
const startLiar = (url: string, accessToken: string, said: string, other: string) =>
  startHttpServer(async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ["host", "connection", "content-length", "transfer-encoding"]) headers.delete(name);
    headers.set("authorization", `Bearer ${accessToken}`);
    const body = await text(request);
    const answer = await fetch(url, { method: request.method ?? "", headers, ...(body !== "" && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end((await answer.text()).replaceAll(said, other));
  });

/** Each question finds the last check old. */
function createUpdates({ mcp, memory, log, fetchSourceBytes, openGitRepository }: Fixture["app"]) {
  let now = Date.now();
  return createSourceUpdates({
    ...{ mcp, memory, log, fetchSourceBytes, openGitRepository },
    isAllowed: () => true,
    now: () => (now += 3_600_000),
  });
}

test("a skill of a deployed server is not installed when a file changes on its way, else with its server as the source, and updated from there", async () => {
  const { server, version, url } = await deployWithSkill("Teacher", "First.");
  const { accessToken } = await served.api.call("runtime.token", { serverId: server.id, ttlSeconds: 3600 });
  for (const [said, other, reason] of [
    ["First.", "Evil!!", "is not what its server lists (digest)"],
    ["First.", "First, and more.", "is not what its server lists (size)"],
    ["skill://served/a%20b.txt", "skill://other/a.txt", "is outside the skill directory"],
    ["skill://served/a%20b.txt", "file:///etc/passwd", "is outside the skill directory"],
  ] as const) {
    const changing = await startLiar(url, accessToken, said, other);
    await using misled = await createSkillFixture(served, {});
    const { app } = misled;
    app.mcp.addNamedServer({ name: "Liar", url: changing, headers: {} });
    const key = { kind: "url", url: changing } as const;
    const node = { kind: "mcpSkill", server: { key, name: "Liar" }, skill } as const;
    await expect(installFromRow(app, { node })).rejects.toThrow(reason);
    expect(misled.tree()).toEqual({});
  }
  await using fixture = await createSkillFixture(served, { answers: [["Claude Code"], "Update"] });
  const { app } = fixture;
  const key = { kind: "deployed", connection: requireValue(app.connections.active()).id, id: server.id } as const;
  const { skills } = await app.mcp.readContents(key, AbortSignal.timeout(60_000));
  expect(skills).toMatchObject([{ uri, name: "served" }]);
  const node = { kind: "mcpSkill", server: { key, name: "Teacher" }, skill: requireValue(skills[0]) } as const;
  await installFromRow(app, { node });
  expect(fixture.documents.shown.at(-1)).toMatch(/Skills to Add/);
  expect(fixture.read("workspace/.claude/skills/served/SKILL.md")).toContain("First.");
  expect(fixture.read("workspace/.claude/skills/served/a b.txt")).toBe("More.");
  expect(JSON.parse(fixture.read("workspace/skills-lock.json")).skills.served).toMatchObject({
    source: url,
    sourceType: "mcp",
    skillPath: uri,
  });
  const updates = createUpdates(app);
  const isNewer = async () => {
    const copies = await app.localSkills.copies();
    updates.isNewer(copies);
    await updates.settled();
    return updates.isNewer(copies);
  };
  expect(await isNewer()).toBe(false);
  await version("Second.");
  expect(await isNewer()).toBe(true);
  const row = { kind: "addedSkill", name: "served", copies: await app.localSkills.copies() } as const;
  const { description, facts } = addedSkillTreeRow.describe(row, 0);
  expect(description).toMatch(/^Claude Code · 127\.0\.0\.1:\d+ · [0-9a-f]+$/);
  expect(Object.fromEntries(facts())).toMatchObject({ "Comes from": expect.stringMatching(/^http:.* skill:/) });
  await updateSkill(app, { node: row });
  expect(fixture.read("workspace/.claude/skills/served/SKILL.md")).toContain("Second.");
});

test("a skill within a skill of a server needs consent of its own, again when it changes", async () => {
  const { server, version } = await deployWithSkill("Nester", "First.", "Inner.");
  await using fixture = await createSkillFixture(served, {
    answers: [
      ...[["Claude Code"], "Leave As It Is", ["Claude Code"], "Install with Them"],
      ...["Update", "Update", "Leave As It Is", "Update", "Install with Them"],
    ],
  });
  const { app } = fixture;
  const key = { kind: "deployed", connection: requireValue(app.connections.active()).id, id: server.id } as const;
  const install = () => installFromRow(app, { node: { kind: "mcpSkill", server: { key, name: "Nester" }, skill } });
  const update = async () =>
    updateSkill(app, { node: { kind: "addedSkill", name: "served", copies: await app.localSkills.copies() } });
  const inner = "workspace/.claude/skills/served/parts/inner/SKILL.md";
  await install();
  expect(fixture.tree()).toEqual({});
  await install();
  expect(fixture.prompts.questions.at(-1)).toContain("served holds skills of its own: parts/inner.");
  expect(fixture.read(inner)).toContain("Inner.");
  await version("Second.");
  await update();
  await version("Second.", "Another.");
  await update();
  expect(fixture.read(inner)).toContain("Inner.");
  await update();
  expect(fixture.read(inner)).toContain("Another.");
});
