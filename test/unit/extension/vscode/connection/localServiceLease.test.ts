import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LocalServiceOfThisMachine } from "../../../../../src/extension/vscode/connection/localServiceOfThisMachine.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { formatHttpResponse, startRawServer } from "../../../../support/network/rawServer.ts";

test("a window that has left while the service was looked for holds no lease of it", async () => {
  const dataFolder = createTemporaryFolder();
  const left = new AbortController();
  const service = await startRawServer((socket) => {
    left.abort();
    socket.end(formatHttpResponse(200, { pid: process.pid }));
  });
  const file = { url: service.url, pid: process.pid, version: "0.1.0", control: "secret" };
  writeFileSync(join(dataFolder, "service.json"), JSON.stringify(file));
  const log = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };
  const window = new LocalServiceOfThisMachine({
    ...{ program: "", dataFolder, log },
    listArguments: () => [],
    showNotice: () => {},
    onMove: () => {},
  });
  await expect(window.start(left.signal)).rejects.toThrow("aborted");
  expect(service.requests.map(({ target }) => target)).toEqual(["/local/status"]);
  window.release();
  await service.close();
});
