import { expect, test } from "vitest";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import {
  createLockFile,
  createPackageArchive,
  startPackageRegistry,
} from "../../../support/packages/packageRegistry.ts";
import { createTinyServerFiles, tinyEntry } from "../../../support/servers/tinyServer.ts";
import { startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { publishFiles } from "../../../support/service/publishFiles.ts";

const fixture = await closeAtEnd(startDeploymentFixture());

/** A server in TypeScript whose code imports the package `greet`. */
function publish(lock: string): string {
  const serverId = fixture.makeServer("importing");
  const start = 'import { hello } from "greet";\nconst said: string = "greet says " + hello;\nconsole.log(said);\n';
  const files = createTinyServerFiles("healthy").map(({ path, content }) =>
    path === tinyEntry ? { path: "server.ts", content: start + content } : { path, content },
  );
  const all = [...files, { path: "package-lock.json", content: lock }];
  publishFiles(fixture.context, serverId, "1.0.0", all, "server.ts");
  return serverId;
}

test("a server in TypeScript runs without a build, with the packages of its lock file", async () => {
  const greet = await createPackageArchive({
    "package.json": JSON.stringify({ name: "greet", type: "module", main: "index.js" }),
    "index.js": 'export const hello = "good day";',
  });
  const { lock } = await startPackageRegistry({ greet });
  const serverId = publish(createLockFile(["greet"], { "node_modules/greet": lock("greet") }));
  const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
  const messages = fixture.eventsOf(id).map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/digests verified, 1 packages installed$/));
  expect(messages).toContain("greet says good day");
});

test("a deployment fails at its build with the package that cannot be installed", async () => {
  const { url, lock } = await startPackageRegistry({});
  const serverId = publish(createLockFile(["greet"], { "node_modules/greet": lock("greet") }));
  const { failure } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
  expect(failure).toMatchObject({ step: "build", message: expect.stringContaining(`${url}/greet answered 404`) });
});

test("a server without a lock file fails with the missing package and what to do", async () => {
  const serverId = fixture.makeServer("unlocked");
  publishFiles(fixture.context, serverId, "1.0.0", [{ path: tinyEntry, content: 'import "greet";' }], tinyEntry);
  const { failure } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
  expect(failure?.message).toContain(
    "The package greet is not installed: name it in package.json, and add package-lock",
  );
});

test("a server that a container engine builds fails as a process, with what to do", async () => {
  const serverId = fixture.makeServer("built");
  const files = [{ path: "Dockerfile", content: "FROM scratch" }];
  publishFiles(fixture.context, serverId, "1.0.0", files, "Dockerfile");
  const { failure } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
  expect(failure?.message).toContain('Choose the container with "Run On"');
});
