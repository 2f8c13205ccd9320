import { getEventListeners } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createProcessWatch } from "../../../../src/service/deployments/process/processWatch.ts";
import { generateInChild } from "../../../../src/service/generation/generatedVersion.ts";
import { generateWorkerFile } from "../../../../src/service/programFiles.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { hasExited } from "../../../support/hasExited.ts";
import { pollUntil } from "../../../support/pollUntil.ts";
import { writeFile } from "../../../support/writeFile.ts";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  paths: { "/pets": { get: { operationId: "list", responses: {} } } },
});
const request = { source: { document }, name: "Pets", slug: "pets", version: "0.1.0", runtime: [] };

/** Generates with a program of this text, which is given a folder; by default the real one. */
function generate(signal: AbortSignal, text?: string) {
  const folder = createTemporaryFolder();
  const watch = createProcessWatch();
  onTestFinished(watch.close);
  const file =
    text === undefined ? generateWorkerFile() : writeFile(folder, "program.cjs", text.replaceAll("FOLDER", folder));
  return { folder, version: generateInChild(file, watch)(request, signal) };
}

test("a version is generated in a process of its own", async () => {
  const { version } = generate(new AbortController().signal);
  expect(await version).toMatchObject({ toolCount: 1, title: "Pets", problems: [] });
});

test("a generation that has ended leaves no listener on its signal, which would keep its version in memory", async () => {
  using combine = vi.spyOn(AbortSignal, "any");
  const { signal } = new AbortController();
  const { version } = generate(signal, "process.send({ ok: false, problems: [] });");
  await expect(version).rejects.toThrow("no reason given");
  const combined = combine.mock.results.filter((_, at) => combine.mock.calls[at]?.[0].includes(signal));
  expect(combined.map(({ value }) => getEventListeners(value, "abort"))).toEqual([[]]);
});

test("its end comes with the request's, also out of an endless loop", async () => {
  const abort = new AbortController();
  const { folder, version } = generate(
    abort.signal,
    `require("node:fs").writeFileSync("FOLDER/pid", String(process.pid)); for (;;);`,
  );
  const read = async () => (existsSync(join(folder, "pid")) ? Number(readFileSync(join(folder, "pid"), "utf8")) : 0);
  const pid = await pollUntil(read, (id) => id > 0);
  abort.abort(new Error("Cancelled."));
  await expect(version).rejects.toThrow("Cancelled.");
  await pollUntil(async () => hasExited(pid), Boolean);
});

test.skipIf(process.platform === "win32")(
  "a process that ends without a version says how, and what to do",
  async () => {
    const { version } = generate(new AbortController().signal, "process.kill(process.pid, 'SIGKILL');");
    await expect(version).rejects.toThrow("it ended with SIGKILL. If the document is large, choose fewer operations.");
  },
);
