import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { deploymentLogUri, splitVirtualUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { createEventSources } from "../../../../../src/extension/deployment/model/eventSources.ts";
import { createSourceLinks } from "../../../../../src/extension/deployment/model/sourceLinks.ts";
import { createLogLinks } from "../../../../../src/extension/documents/model/logLinks.ts";
import { formatFolderLink } from "../../../../../src/extension/server/model/folder/folderLink.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createDiskFolders } from "../../../../support/editor/diskFolders.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const workspace = createTemporaryFolder(afterAll);
const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Traced", "healthy"));
async function openLinks() {
  const fixture = await createCommandFixture(served);
  Object.assign(fixture.documents, createDiskFolders(workspace));
  const { client, connections, documents, memory, versions } = fixture.app;
  const links = createSourceLinks({ client, connections, documents, memory, versions });
  return { fixture, links, [Symbol.asyncDispose]: fixture.close };
}

describe("places in the output of a server", () => {
  test("are those of files of the deployed version", async () => {
    await using opened = await openLinks();
    const text = `at run (file:///data/${deployment.id}/server.mjs:12:5) at /data/${deployment.id}/other.mjs:1:1`;
    expect(await opened.links.find(text, deployment.id)).toEqual([
      ...[{ start: 8, end: text.indexOf(")"), deploymentId: deployment.id, file: "server.mjs", line: 11, column: 4 }],
    ]);
    expect(await opened.links.find("at node:internal/x:1:1", deployment.id)).toEqual([]);
    await expect(opened.links.files("dep_gone")).rejects.toThrow();
  });

  test("open the file of the server's folder while it is the deployed one, else the version's", async () => {
    await using opened = await openLinks();
    const place = { deploymentId: deployment.id, file: "server.mjs" };
    const ofVersion = /^fairlead:\/version\/0\.1\.0\/Traced\/server\.mjs\?/;
    expect(await opened.links.locate(place)).toMatch(ofVersion);
    const link = { server: { id: server.id, name: "Traced" }, connection: "Local service" };
    const files = await opened.fixture.app.versions.list(served.api, server.artifactId ?? "", "0.1.0");
    await opened.fixture.app.documents.changeFolder(pathToFileURL(workspace).href, {
      write: [...files, formatFolderLink(link)],
    });
    const own = pathToFileURL(join(workspace, "server.mjs")).href;
    expect(await opened.links.locate(place)).toBe(own);
    writeFileSync(join(workspace, "server.mjs"), "// mine\n");
    expect(await opened.links.locate(place)).toMatch(ofVersion);
    expect(await opened.links.locate({ ...place, file: "other.mjs" })).toBeUndefined();
  });
});

test("logs of deployments and the event channel have links in their lines, and other documents have none", async () => {
  await using opened = await openLinks();
  const events = createEventSources();
  events.note({ deploymentId: deployment.id, serverName: "Traced" });
  const log = createLogLinks(opened.links, events);
  const lines = ["Traced: Error: no", `    at run (/data/${deployment.id}/server.mjs:3:5)`, "    at /app/server.mjs:4"];
  const text = { lineCount: lines.length, lineAt: (line: number) => lines[line] ?? "" };
  const list = async (uri: string | undefined) =>
    (await log.list({ ...text, uri: uri === undefined ? undefined : splitVirtualUri(uri) })).map(
      ({ logLine, file, line, column }) => [logLine, file, line, column],
    );
  const expected = [
    [1, "server.mjs", 2, 4],
    [2, "server.mjs", 3, 0],
  ];
  expect(await list(undefined)).toEqual(expected);
  expect(await list(deploymentLogUri({ id: deployment.id, version: "0.1.0" }, "Traced"))).toEqual(expected);
  expect(await list(deploymentLogUri({ id: "dep_gone", version: "0.1.0" }, "Traced"))).toEqual([]);
  expect(await list("fairlead:/settings/server/x.json?id=1")).toEqual([]);
});

test("lines of the event channel belong to the deployment that a path names, else to the last one of their server", () => {
  const sources = createEventSources();
  const lines = [
    "2026-01-01T00:00:00.000Z [error] Pets: Error: no",
    "    at run (/app/server.mjs:1:1)",
    "    at run (/data/dep_1/server.mjs:1:1)",
    "2026-01-01T00:00:00.000Z Orders: fine",
  ];
  const find = (line: number) => sources.find((at) => lines[at] ?? "", line);
  expect(find(1)).toBeUndefined();
  sources.note({ deploymentId: "dep_1", serverName: "Pets" });
  sources.note({ deploymentId: "dep_2", serverName: "Pets" });
  expect([find(0), find(1), find(2), find(3)]).toEqual(["dep_2", "dep_2", "dep_1", undefined]);
});
