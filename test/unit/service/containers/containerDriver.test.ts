import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createContainerDriver } from "../../../../src/service/containers/containerDriver.ts";
import { createContainerEngine } from "../../../../src/service/containers/containerEngine.ts";
import { startContainer } from "../../../../src/service/containers/runningContainer.ts";
import { openTemporaryServiceStorage } from "../../../../src/service/storage/serviceStorage.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const neverAborted = new AbortController().signal;
const version = { Version: "28.0.1", Components: [{ Name: "Engine", Version: "28.0.1" }] };
const info = { OSType: "linux", MemoryLimit: true, CpuCfsQuota: true, PidsLimit: true };
type Respond = (response: ServerResponse) => void;
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));

/** An engine that responds to `METHOD /path` as the test says, and to nothing else. */
async function startEngine(responses: Readonly<Record<string, Respond>>): Promise<string> {
  const folder = createTemporaryFolder();
  const socket = join(folder, "engine.sock");
  const engine = createServer(({ method, url = "" }, response) => {
    const respond = responses[`${method} ${url.split("?")[0]}`];
    if (respond) respond(response);
    else json(404, { message: "there is nothing here" })(response);
  }).listen(socket);
  onTestFinished(() => {
    engine.close();
    engine.closeAllConnections();
  });
  await once(engine, "listening");
  return socket;
}

function createDriver(engineSocket: string) {
  const storage = openTemporaryServiceStorage();
  onTestFinished(() => storage.close());
  return createContainerDriver({ db: storage.db, log: () => {}, engineSocket, baseImage: "node:24-slim" });
}

test("an engine that cannot limit something is available, and says what it lacks", async () => {
  const responses = { "GET /version": json(200, version), "GET /info": json(200, { ...info, MemoryLimit: false }) };
  const { available, description, lacks } = await createDriver(await startEngine(responses)).describe();
  expect([available, description]).toEqual([true, expect.stringContaining("Docker 28.0.1")]);
  expect(lacks.join("\n")).toContain("Docker 28.0.1 cannot limit memory here.");
});

test.each([
  ["a socket that is not there", undefined, /^No container engine listens at .* --container-engine SOCKET\.$/],
  ["an engine of another system", { ...info, OSType: "windows" }, /Switch it to Linux containers/],
  ["an engine that responds in another way", { Name: "x" }, /responds in an unknown way/],
])("%s is not available, with what to do", async (_, given, expected) => {
  const responses = { "GET /version": json(200, version), "GET /info": json(200, given) };
  const driver = createDriver(given ? await startEngine(responses) : "/nowhere/engine.sock");
  const { available, description } = await driver.describe();
  expect([available, description]).toEqual([false, expect.stringMatching(expected)]);
  await expect(driver.open()).rejects.toThrow(expected);
});

test("the images of servers that earlier versions of the service built are removed too", async () => {
  const tags: Readonly<Record<string, string>> = { "source-digest": "new", "content-digest": "old" };
  const removed: string[] = [];
  const remove = (tag: string) => (response: ServerResponse) => {
    removed.push(tag);
    json(200, [])(response);
  };
  const engineSocket = await startEngine({
    "GET /version": json(200, version),
    "GET /info": json(200, info),
    "GET /containers/json": json(200, []),
    "GET /images/json": (response) => {
      const [, label = ""] = /fairlead\.([a-z-]+)/.exec(response.req.url ?? "") ?? [];
      json(200, [{ RepoTags: [`localhost/fairlead/server:${tags[label]}`] }])(response);
    },
    "DELETE /images/localhost/fairlead/server%3Anew": remove("new"),
    "DELETE /images/localhost/fairlead/server%3Aold": remove("old"),
  });
  await createDriver(engineSocket).open();
  expect(removed).toEqual(["new", "old"]);
});

test("a refusal of the engine says what failed and why", async () => {
  const refuse = json(500, { message: "no space left on device" });
  const engine = createContainerEngine(await startEngine({ "POST /containers/create": refuse }));
  await expect(engine.createContainer("x", {})).rejects.toThrow(
    "Could not create the container: no space left on device",
  );
});

test("a container that is created while its start is cancelled is removed", async () => {
  const cancel = new AbortController();
  const removed: unknown[] = [];
  const socket = await startEngine({
    "POST /containers/create": (response) => {
      cancel.abort();
      json(201, { Id: "0192" })(response);
    },
    "DELETE /containers/0192": (response) => {
      removed.push("0192");
      response.writeHead(204).end();
    },
  });
  const parts = {
    engine: createContainerEngine(socket),
    info: { limitsProcesses: true },
    instance: "one",
    log: () => {},
  };
  const program = { id: "dep_1", serverId: "srv_1", limits: {}, watch: { addRequest: () => () => {} } };
  const options = { image: "x", limits: {}, useStream: async () => () => {} };
  const started = startContainer(parts as never, program as never, options, cancel.signal);
  await expect(started).rejects.toThrow();
  expect(removed).toEqual(["0192"]);
});

test("an archive that the engine refuses in its response is an error with the steps before it", async () => {
  const lines = [
    '{"stream":"STEP 1: FROM x\\n"}',
    '{"errorDetail":{"message":"no such image"},"error":"no such image"}',
  ];
  const engine = createContainerEngine(await startEngine({ "POST /build": json(200, lines.join("\n")) }));
  const { Readable } = await import("node:stream");
  const built = engine.buildImage(Readable.from([Buffer.alloc(1024)]), {}, neverAborted);
  await expect(built).rejects.toMatchObject({
    message: "Could not build the image: no such image",
    progress: ["STEP 1: FROM x"],
  });
});

test("an aborted call ends, and what is not there counts as removed", async () => {
  const socket = await startEngine({ "GET /info": () => {}, "GET /version": json(200, version) });
  const engine = createContainerEngine(socket);
  const abort = new AbortController();
  const reading = engine.readInfo(abort.signal);
  abort.abort(new Error("stopped"));
  await expect(reading).rejects.toThrow(/abort/i);
  await engine.remove("none");
  expect(await engine.inspectImage("none")).toBeUndefined();
});
