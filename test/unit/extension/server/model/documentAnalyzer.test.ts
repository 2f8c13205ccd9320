import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDocumentAnalyzer } from "../../../../../src/extension/server/model/documentAnalyzer.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { generateFromValidDocument } from "../../../../support/documents/generateFromDocument.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { builtAnalyzer } from "../../../../support/testBuild.ts";

const analyzer = createDocumentAnalyzer(await builtAnalyzer());

test("a document is parsed with its overlay in a worker, and what the overlay added is located in it", async () => {
  const text = createPetDocument();
  const overlay = `overlay: 1.0.0
info: { title: Shape, version: 1.0.0 }
actions:
  - target: $.paths['/pets'].get
    update: { x-mcp: { name: list, nmae: typo } }
  - target: $.paths['/cats']
    remove: true
`;
  const { title, operations, problems, overlayProblems } = await analyzer.read({ text, overlay });
  expect(title).toBe("Pets");
  expect(operations.map(({ id }) => id)).toEqual(["list", "addPet", "listOrders"]);
  expect(problems).toEqual([]);
  expect(overlayProblems?.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["overlay_target_unmatched", 6, 13],
    ["extension_invalid", 5, 42],
  ]);
  const [inOverlay, inDocument] = await analyzer.locate({ text, overlay }, [
    "/paths/~1pets/get/x-mcp/name",
    "/paths/~1pets/post",
  ]);
  expect(inOverlay).toEqual({ line: 4, column: 29, isOverlay: true });
  expect(text.split("\n")[inDocument?.line ?? -1]).toContain('"post"');
  expect(await analyzer.locate({ text }, [])).toEqual([]);
});

test("a document is compared with the files of a version", async () => {
  const text = createPetDocument();
  const { files } = generateFromValidDocument(text);
  const modules = files.map(({ path, content }) => ({ path, bytes: Buffer.from(content) }));
  const changed = { text: text.replace('"addPet"', '"registerPet"') };
  const comparison = await analyzer.compare(changed, { files: modules, maxTools: 80 });
  expect(comparison?.changes.map(({ tool, kind }) => [tool, kind])).toEqual([["addPet", "changed"]]);
  expect(await analyzer.compare(changed, { files: [], maxTools: 80 })).toBeUndefined();
});

test("a signal aborts a busy worker", async () => {
  const folder = createTemporaryFolder();
  const busy = join(folder, "busy.mjs");
  writeFileSync(
    busy,
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { for (;;); });',
  );
  const stop = new AbortController();
  const reading = createDocumentAnalyzer(busy).read({ text: "" }, stop.signal);
  stop.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  await expect(createDocumentAnalyzer(busy).read({ text: "" }, stop.signal)).rejects.toThrow("enough");
});

test("a worker that fails to start is reported", async () => {
  const folder = createTemporaryFolder();
  const broken = join(folder, "broken.mjs");
  writeFileSync(broken, 'throw new Error("no parser");');
  await expect(createDocumentAnalyzer(broken).read({ text: "" })).rejects.toMatchObject({
    name: "CommandError",
  });
});

test("ends a reading that takes too long, and says so", async () => {
  const endless = join(createTemporaryFolder(), "endless.mjs");
  writeFileSync(endless, "for (;;);");
  await expect(createDocumentAnalyzer(endless, 200).read({ text: "" })).rejects.toThrow(
    "Reading the document took longer than 0.2 s. Shorten it, or the overlay beside it.",
  );
});
