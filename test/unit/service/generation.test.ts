import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { operationTable } from "../../../src/contract/operations.ts";
import { startService } from "../../../src/service/startService.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { useInMemoryService } from "../../support/service/useInMemoryService.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";

async function start() {
  const folder = createTemporaryFolder();
  const runtimeFile = join(folder, "runtime.mjs");
  writeFileSync(runtimeFile, "export {};\n");
  const service = useInMemoryService({ runtimeFiles: [runtimeFile] });
  const [project] = (await service.request("GET", "/api/v1/projects")).body.items;
  const server = (await service.request("POST", "/api/v1/servers", { body: { projectId: project.id, name: "Pets" } }))
    .body;
  const postGeneration = (body: object) => service.request("POST", `/api/v1/server/generate?id=${server.id}`, { body });
  const generate = async (source?: object, version?: string) => {
    const reply = await postGeneration({ ...(source && { source }), ...(version && { version }) });
    if (reply.status !== 202) throw new Error(JSON.stringify(reply.body));
    return service.waitForGeneration(server.id);
  };
  const artifact = async (id: string, version?: string) =>
    (await service.request("GET", `/api/v1/registry/artifact?id=${id}${version ? `&version=${version}` : ""}`)).body;
  return { ...service, server, postGeneration, generate, artifact };
}

const files = (content: string) => ({ kind: "files", entry: "server.mjs", files: [{ path: "server.mjs", content }] });

const document = (path = "/pets") =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pet shop", version: "7", description: "Sells pets." },
    servers: [{ url: "https://pets.example" }],
    paths: {
      [path]: { get: { operationId: "listPets", summary: "List pets", responses: { 200: { description: "ok" } } } },
    },
  });
const openapi = (path?: string) => ({ kind: "openapi", document: document(path) });

test("a folder becomes version 0.1.0, and changed content becomes the next patch version", async () => {
  const { generate, artifact, request } = await start();
  const first = await generate(files("1"));
  expect(first).toMatchObject({
    status: "ready",
    latestVersion: "0.1.0",
    source: { kind: "files", entry: "server.mjs", fileCount: 1 },
  });
  expect(await generate(files("2"))).toMatchObject({ latestVersion: "0.1.1" });
  expect(await generate(files("3"), "1.0.0-beta.1")).toMatchObject({ latestVersion: "1.0.0-beta.1" });
  expect(await generate(files("4"))).toMatchObject({ latestVersion: "1.0.0" });
  const id = first.artifactId;
  expect((await artifact(id, "0.1.0")).files).toMatchObject([
    { path: "server.mjs", content: "1", encoding: "utf8", size: 1 },
  ]);
  const read = operationTable["registry.artifact"].output.parse(await artifact(id));
  expect([read.version.version, read.files[0]?.content, read.versionCount]).toEqual(["1.0.0", "4", 4]);
  const { body } = await request("GET", `/api/v1/registry/artifact/versions?id=${id}&limit=3`);
  expect(body.items.map(({ version }: { version: string }) => version)).toEqual(["1.0.0", "1.0.0-beta.1", "0.1.1"]);
  const rest = await request("GET", `/api/v1/registry/artifact/versions?id=${id}&limit=3&cursor=${body.nextCursor}`);
  expect([rest.body.items.length, rest.body.nextCursor]).toEqual([1, null]);
});

test("unchanged content creates no new version unless a version number is requested", async () => {
  const { generate } = await start();
  await generate(files("1"));
  expect(await generate()).toMatchObject({ status: "ready", latestVersion: "0.1.0" });
  expect(await generate(undefined, "0.2.0")).toMatchObject({ latestVersion: "0.2.0" });
});

test("the tools of the latest version keep their names, as a new operation with the same id comes first", async () => {
  const { generate, artifact } = await start();
  const { artifactId } = await generate(openapi());
  const paths = { "/animals": { get: { operationId: "listPets", responses: {} } }, ...JSON.parse(document()).paths };
  await generate({ kind: "openapi", document: JSON.stringify({ ...JSON.parse(document()), paths }) });
  const tools = (await artifact(artifactId)).files.map(({ content }: { content: string }) => content).join();
  expect(tools.match(/name: "listPets[^"]*"|path: "[^"]*"/g)).toEqual([
    ...['name: "listPets_2"', 'path: "/animals"'],
    ...['name: "listPets"', 'path: "/pets"'],
  ]);
});

test("a document in several files is generated from, and its problems have their files", async () => {
  const { generate, postGeneration } = await start();
  const main = { ...JSON.parse(document()), paths: { "/pets": { $ref: "pets.json" } } };
  const upload = (content: object) => ({
    ...{ kind: "openapi", document: JSON.stringify(main) },
    parts: [{ path: "pets.json", content: JSON.stringify(content) }],
  });
  const get = { operationId: "listPets", parameters: [{ in: "query" }], responses: {} };
  const first = await generate(upload({ get }));
  expect(first).toMatchObject({ status: "ready", toolCount: 1 });
  expect(first.problems).toMatchObject([{ file: "pets.json", filePointer: "/get/parameters/0", line: 0, column: 47 }]);
  expect(JSON.stringify(first.source)).not.toContain("pets.json");
  expect(await generate(upload({ get: { ...get, parameters: [] } }))).toMatchObject({ latestVersion: "0.1.1" });
  const outside = { ...upload({}), url: "https://pets.example", parts: [{ path: "../pets.json", content: "{}" }] };
  const { errors } = (await postGeneration({ source: outside })).body;
  expect(errors.map(({ path }: { path: string }) => path.slice(7))).toEqual(["document", "parts", "parts.0.path"]);
});

test("a server retains only its last source", async () => {
  const { generate, context } = await start();
  const blobs = () => context.db.all(z.object({ digest: z.string() }), "SELECT digest FROM blobs").length;
  await generate(files("1"));
  expect(blobs()).toBe(2);
  await generate(files("2"));
  expect(blobs()).toBe(3);
  expect((await generate()).latestVersion).toBe("0.1.1");
});

test("an existing version number is a conflict and changes nothing", async () => {
  const { generate, postGeneration, request, server } = await start();
  const before = await generate(files("1"), "1.0.0");
  const reply = await postGeneration({ source: files("2"), version: "1.0.0" });
  expect([reply.status, reply.body.code]).toEqual([409, "conflict"]);
  expect((await request("GET", `/api/v1/servers?id=${server.id}`)).body.items).toEqual([before]);
});

test("a second generation during the first is a conflict", async () => {
  const { postGeneration, waitForGeneration, server } = await start();
  const refused = Promise.withResolvers<void>();
  const url = await startHttpServer((_, response) => void refused.promise.then(() => response.end("{}")));
  expect((await postGeneration({ source: { kind: "openapi", url } })).body.status).toBe("generating");
  expect((await postGeneration({ source: files("1") })).status).toBe(409);
  refused.resolve();
  expect((await waitForGeneration(server.id)).status).toBe("failed");
});

test("binary files are returned byte for byte", async () => {
  const { generate, artifact } = await start();
  const content = Buffer.from([0, 255, 128, 13, 10]).toString("base64");
  const source = {
    kind: "files",
    entry: "a.mjs",
    files: [
      { path: "a.mjs", content: "" },
      { path: "b.bin", encoding: "base64", content },
    ],
  };
  const { artifactId } = await generate(source);
  expect((await artifact(artifactId)).files[1]).toMatchObject({ path: "b.bin", encoding: "base64", content, size: 5 });
});

test("the starter template becomes a version with its variables", async () => {
  const { generate, artifact } = await start();
  const server = await generate({ kind: "template", template: "starter" });
  expect(server).toMatchObject({ status: "ready", source: { kind: "template", template: "starter" } });
  expect(server.toolCount).toBeGreaterThan(0);
  const { files: generated, manifest } = await artifact(server.artifactId);
  expect(generated.map(({ path }: { path: string }) => path)).toContain("runtime.mjs");
  expect(manifest.version).toBe("0.1.0");
  expect((await generate()).latestVersion).toBe("0.1.0");
});

test("an OpenAPI document becomes a version", async () => {
  const { generate, artifact } = await start();
  const server = await generate(openapi());
  expect(server).toMatchObject({
    status: "ready",
    statusDetail: null,
    toolCount: 1,
    source: { kind: "openapi", title: "Pet shop" },
  });
  expect(server.source.document).toBeUndefined();
  const read = await artifact(server.artifactId);
  expect(read).toMatchObject({ kind: "server", name: "pets", title: "Pets" });
  expect(read.files.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(["runtime.mjs", "server.json", "package.json"]),
  );
});

test("a document at a URL is fetched for each generation", async () => {
  const { generate } = await start();
  let path = "/pets";
  const url = await startHttpServer((_, response) => response.end(document(path)));
  expect(await generate({ kind: "openapi", url })).toMatchObject({
    latestVersion: "0.1.0",
    source: { url, title: "Pet shop" },
  });
  expect((await generate()).latestVersion).toBe("0.1.0");
  path = "/cats";
  expect((await generate()).latestVersion).toBe("0.1.1");
});

test("an invalid source leaves source, version and variables unchanged", async () => {
  const { generate } = await start();
  const before = await generate(openapi());
  for (const source of [
    { kind: "openapi", document: "{ this is no document" },
    { kind: "openapi", document: "<html></html>" },
    { kind: "openapi", url: "http://127.0.0.1:1/openapi.json" },
  ]) {
    const after = await generate(source);
    expect(after.status).toBe("failed");
    expect(after.statusDetail).not.toBe("");
    const unchanged = ["source", "latestVersion", "variables", "toolCount", "artifactId", "environment"] as const;
    for (const field of unchanged) expect([field, after[field]]).toEqual([field, before[field]]);
  }
  expect(await generate()).toMatchObject({ status: "ready", latestVersion: "0.1.0", problems: [] });
});

test("a server without a source cannot be generated", async () => {
  const { postGeneration } = await start();
  const reply = await postGeneration({});
  expect([reply.status, reply.body.errors[0].path]).toEqual([400, "source"]);
});

test("a generation that is interrupted when the service stops is failed at the next start", async () => {
  const folder = createTemporaryFolder();
  const url = await startHttpServer(() => {});
  const first = await startService({ dataDir: folder, runtimeFiles: [] });
  const headers = { Authorization: `Bearer ${first.firstKey}`, "Content-Type": "application/json" };
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape of the responses.
  const send = async (service: typeof first, method: string, path: string, body?: object): Promise<any> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await service.app.request(`${service.url}/api/v1/${path}`, init)).json();
  };
  const { items } = await send(first, "GET", "projects");
  const { id } = await send(first, "POST", "servers", { projectId: items[0].id, name: "Pets" });
  const started = await send(first, "POST", `server/generate?id=${id}`, { source: { kind: "openapi", url } });
  expect(started.status).toBe("generating");
  await first.close();
  const second = await startService({ dataDir: folder, runtimeFiles: [] });
  onTestFinished(second.close);
  const found = await send(second, "GET", "servers");
  expect(found.items).toMatchObject([{ status: "failed", statusDetail: expect.stringContaining("stopped") }]);
});

const skillFile = (name: string) => ({
  path: "SKILL.md",
  content: `---\nname: ${name}\ndescription: Does ${name}.\n---\n\nCall \`listPets\`.\n`,
});

test("skills are added to a generated server, kept by later generations, and removed", async () => {
  const { generate, postGeneration, waitForGeneration, artifact, server } = await start();
  await generate(openapi());
  const change = async (...skills: object[]) => {
    expect((await postGeneration({ skills })).status).toBe(202);
    return waitForGeneration(server.id);
  };
  const more = { path: "references/more.md", content: "More." };
  const added = await change(
    { name: "walk", files: [skillFile("walk"), more] },
    { name: "feed", files: [skillFile("feed")] },
  );
  expect(added).toMatchObject({ status: "ready", latestVersion: "0.1.1", source: { skills: ["feed", "walk"] } });
  expect(await generate(openapi())).toMatchObject({ latestVersion: "0.1.1" });
  const again = await generate(openapi("/animals"));
  expect(again).toMatchObject({ latestVersion: "0.1.2", source: { skills: ["feed", "walk"] } });
  const paths = async () =>
    (await artifact(again.artifactId)).files
      .map(({ path }: { path: string }) => path)
      .filter((path: string) => path.startsWith("skills/"));
  expect(await paths()).toEqual(["skills/feed/SKILL.md", "skills/walk/SKILL.md", "skills/walk/references/more.md"]);
  expect(await change({ name: "walk", files: [] })).toMatchObject({
    latestVersion: "0.1.3",
    source: { skills: ["feed"] },
  });
  expect(await paths()).toEqual(["skills/feed/SKILL.md"]);
});

test("a skill that cannot be served prevents the version and says why", async () => {
  const { generate, postGeneration, waitForGeneration, server } = await start();
  const folder = (...own: { path: string; content: string }[]) => ({
    ...files("1"),
    files: [
      { path: "server.mjs", content: "1" },
      ...own.map((file) => ({ ...file, path: `skills/walk/${file.path}` })),
    ],
  });
  const many = Array.from({ length: 600 }, (_, index) => ({ path: `${index}.md`, content: "" }));
  const refused: [string, object][] = [
    ["skills/walk/SKILL.md: ", folder({ path: "SKILL.md", content: "No front matter." })],
    ["skills/walk/SKILL.md: ", folder(skillFile("run"))],
    ["skills/walk/ has 601 files", folder(skillFile("walk"), ...many)],
    ["skills/walk/ has 2 files with 17", folder(skillFile("walk"), { path: "a.txt", content: "x".repeat(17_000_000) })],
  ];
  for (const [reason, source] of refused) {
    const failed = await generate(source);
    expect(failed).toMatchObject({ status: "failed", artifactId: null });
    expect(failed.statusDetail).toContain(`A skill cannot be served: ${reason}`);
    expect(failed.problems).toMatchObject([{ severity: "error", code: "skill" }]);
  }
  const tooMany = Array.from({ length: 10_000 }, (_, index) => ({ path: `${index}.md`, content: "" }));
  expect((await postGeneration({ source: folder(skillFile("walk"), ...tooMany) })).status).toBe(413);
  await generate(openapi());
  for (const path of ["../../server.mjs", "/etc/passwd", "a/../../x"]) {
    expect(
      (await postGeneration({ skills: [{ name: "walk", files: [skillFile("walk"), { path, content: "" }] }] })).status,
    ).toBe(202);
    expect((await waitForGeneration(server.id)).status).toBe("failed");
  }
  expect((await postGeneration({ skills: [{ name: "walk", files: [{ path: "a.md", content: "" }] }] })).status).toBe(
    202,
  );
  expect((await waitForGeneration(server.id)).statusDetail).toContain("skills/walk/ has no SKILL.md");
});
