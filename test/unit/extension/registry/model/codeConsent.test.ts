import { describe, expect, test } from "vitest";
import {
  addAgreedContent,
  createSavedEdits,
  openCodeConsent,
  readAgreedContents,
} from "../../../../../src/extension/registry/model/codeConsent.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const folder = "file:///home/ann/skills/trim";
const script = "scripts/trim.mjs";
const library = "scripts/lines.mjs";
const agreedFiles = { [script]: "import './lines.mjs';", [library]: "export const lines = 1;" };
const hostile = "fetch('http://127.0.0.1:9/');";

/** A folder on a disk, and the editor that shows it. The disk changes in other ways than through the editor too. */
function createWorkspace(files: Readonly<Record<string, string>> = agreedFiles, memory = createMapMemory()) {
  const disk = new Map(Object.entries(files));
  const trust = { isTrusted: true };
  const edits = createSavedEdits({ memory, isTrusted: () => trust.isTrusted });
  const save = async (path: string, text: string) => {
    const uri = `${folder}/${path}`;
    edits.changed(uri, { isDirty: false, getText: () => disk.get(path) ?? "" }, false);
    // VS Code reports the first change before it says that the document is dirty.
    edits.changed(uri, { isDirty: false, getText: () => text }, true);
    edits.changed(uri, { isDirty: true, getText: () => text }, false);
    edits.willSave(uri);
    disk.set(path, text);
    await edits.saved(uri, text);
  };
  const listFiles = () => [...disk].map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const consent = openCodeConsent(memory);
  return {
    ...{ memory, disk, edits, trust, save, listFiles },
    agree: () => consent.add(listFiles()),
    isCovered: (place: string | undefined = folder) => consent.covers({ files: listFiles(), folder: place }),
    isVersionCovered: () => consent.covers({ files: listFiles(), folder: undefined }),
  };
}

async function createAgreedWorkspace() {
  const workspace = createWorkspace();
  await workspace.agree();
  return workspace;
}

describe("agreed content", () => {
  test("is covered as long as no file changes, and again after a checkout of it", async () => {
    const workspace = createWorkspace();
    expect(workspace.isCovered()).toBe(false);
    await workspace.agree();
    expect([workspace.isCovered(), workspace.isVersionCovered()]).toEqual([true, true]);
    workspace.disk.set(script, hostile);
    expect(workspace.isCovered()).toBe(false);
    await workspace.agree();
    expect(workspace.isCovered()).toBe(true);
    workspace.disk.set(script, agreedFiles[script] ?? "");
    expect(workspace.isCovered()).toBe(true);
  });

  test.each<[string, (disk: Map<string, string>) => unknown]>([
    ["a module that the script imports changes", (disk) => disk.set(library, hostile)],
    ["a file is added", (disk) => disk.set("scripts/package.json", "{}")],
    ["a file is removed", (disk) => disk.delete(library)],
    ["two files change places", (disk) => disk.set(library, agreedFiles[script]).set(script, agreedFiles[library])],
  ])("is not covered after %s", async (_, change) => {
    const workspace = await createAgreedWorkspace();
    change(workspace.disk);
    expect(workspace.isCovered()).toBe(false);
  });

  test("does not cover a mixture of two agreed contents", async () => {
    const workspace = await createAgreedWorkspace();
    workspace.disk.set(script, "import './lines.mjs'; // 2").set(library, "export const lines = 2;");
    await workspace.agree();
    workspace.disk.set(library, agreedFiles[library] ?? "");
    expect(workspace.isCovered()).toBe(false);
  });

  test("covers no content whose files are unknown", async () => {
    const consent = openCodeConsent(createMapMemory());
    await consent.add(undefined);
    expect(consent.covers({ files: undefined, folder })).toBe(false);
    expect(consent.covers({ files: [], folder })).toBe(false);
  });

  test("is not covered if the stored state is damaged", async () => {
    const workspace = await createAgreedWorkspace();
    await workspace.memory.write("workspace", "agreedContents", { broken: true });
    await workspace.memory.write("workspace", "savedEdits", [["x", 7]]);
    expect(workspace.isCovered()).toBe(false);
    await workspace.agree();
    expect(workspace.isCovered()).toBe(true);
  });
});

describe("the user's own edit", () => {
  test("of agreed content is covered once it is saved, and in the next window", async () => {
    const workspace = await createAgreedWorkspace();
    await workspace.save(script, "import './lines.mjs'; console.log(2);");
    await workspace.save(script, "import './lines.mjs'; console.log(3);");
    expect(workspace.isCovered()).toBe(true);
    const next = createWorkspace(Object.fromEntries(workspace.disk), workspace.memory);
    expect(next.isCovered()).toBe(true);
  });

  test("adds a file: the empty file is written first, or the save writes it", async () => {
    const workspace = await createAgreedWorkspace();
    workspace.disk.set("scripts/more.mjs", "");
    await workspace.save("scripts/more.mjs", "console.log('more');");
    await workspace.save("scripts/other.mjs", "console.log('other');");
    expect(workspace.isCovered()).toBe(true);
  });

  test("is all of a folder that was written here, without any agreement", async () => {
    const workspace = createWorkspace({});
    for (const [path, text] of Object.entries(agreedFiles)) await workspace.save(path, text);
    expect(workspace.isCovered()).toBe(true);
  });

  test("saved, then reverted, then pulled over is not covered; the revert and the edit are", async () => {
    const workspace = await createAgreedWorkspace();
    const own = "import './lines.mjs'; console.log('own');";
    await workspace.save(script, own);
    expect(workspace.isCovered()).toBe(true);
    workspace.disk.set(script, agreedFiles[script] ?? "");
    expect(workspace.isCovered()).toBe(true);
    workspace.disk.set(script, hostile);
    expect(workspace.isCovered()).toBe(false);
    workspace.disk.set(script, own);
    expect(workspace.isCovered()).toBe(true);
  });

  test("on top of pulled code is not covered: the pulled code would run with it", async () => {
    const workspace = await createAgreedWorkspace();
    workspace.disk.set(script, hostile);
    await workspace.save(script, `${hostile}\n`);
    await workspace.save(script, `${hostile}\n// My comment.\n`);
    expect(workspace.isCovered()).toBe(false);
    await workspace.agree();
    await workspace.save(script, `${hostile}\n// My second comment.\n`);
    expect(workspace.isCovered()).toBe(true);
  });

  test("of one file does not cover another file that a pull changed", async () => {
    const workspace = await createAgreedWorkspace();
    workspace.disk.set(library, hostile);
    await workspace.save(script, "import './lines.mjs'; console.log(2);");
    expect(workspace.isCovered()).toBe(false);
  });

  test("in one file does not cover the same text in another file or folder", async () => {
    const workspace = await createAgreedWorkspace();
    const own = "console.log('only here');";
    await workspace.save(library, own);
    workspace.disk.set(script, own);
    expect(workspace.isCovered()).toBe(false);
    workspace.disk.set(script, agreedFiles[script] ?? "");
    expect([workspace.isCovered(), workspace.isCovered("file:///home/ann/skills/copy")]).toEqual([true, false]);
    expect(workspace.isVersionCovered()).toBe(false);
  });

  test.each<[string, string, ("closed" | "willSave")[]]>([
    ["what it replaces is larger than code is", " ".repeat(1_000_001), ["willSave"]],
    ["its document was closed in between", "", ["closed", "willSave"]],
    ["the save was not announced", "", []],
  ])("is not covered if %s", async (_, held, calls) => {
    const workspace = await createAgreedWorkspace();
    const uri = `${folder}/${script}`;
    workspace.edits.changed(uri, { isDirty: false, getText: () => held }, false);
    for (const call of calls) workspace.edits[call](uri);
    workspace.disk.set(script, hostile);
    await workspace.edits.saved(uri, hostile);
    expect(workspace.isCovered()).toBe(false);
  });

  test.each([
    ["and edited before it is saved", true],
    ["and saved as it is", false],
  ])("on top of pulled code is not covered if the document is reloaded %s", async (_, isEdited) => {
    const workspace = await createAgreedWorkspace();
    const uri = `${folder}/${script}`;
    const change = (text: string, hasChanges = true, isDirty = false) =>
      workspace.edits.changed(uri, { isDirty, getText: () => text }, hasChanges);
    change(agreedFiles[script] ?? "", false);
    change(hostile);
    if (isEdited) change(`${hostile}\n`);
    if (isEdited) change(`${hostile}\n`, false, true);
    workspace.disk.set(script, `${hostile}\n`);
    workspace.edits.willSave(uri);
    await workspace.edits.saved(uri, `${hostile}\n`);
    expect(workspace.isCovered()).toBe(false);
  });

  test("counts only in a trusted workspace", async () => {
    const workspace = await createAgreedWorkspace();
    workspace.trust.isTrusted = false;
    await workspace.save(script, "console.log('not trusted');");
    expect(workspace.isCovered()).toBe(false);
  });
});

describe("two windows", () => {
  test("of one workspace share agreements and edits", async () => {
    const first = await createAgreedWorkspace();
    await first.save(script, "import './lines.mjs'; console.log(2);");
    const second = createWorkspace(Object.fromEntries(first.disk), first.memory);
    expect(second.isCovered()).toBe(true);
    await second.save(library, "export const lines = 2;");
    first.disk.set(library, "export const lines = 2;");
    expect(first.isCovered()).toBe(true);
  });

  test("of two workspaces do not", async () => {
    const first = await createAgreedWorkspace();
    await first.save(script, "import './lines.mjs'; console.log(2);");
    expect(createWorkspace(Object.fromEntries(first.disk)).isCovered()).toBe(false);
  });
});

describe("the stored state is bounded", () => {
  const size = (memory: ReturnType<typeof createMapMemory>) =>
    [...memory.values.values()].reduce((sum, text) => sum + text.length, 0);

  test("after 1,000 edits of one file, and the agreement still holds", async () => {
    const workspace = await createAgreedWorkspace();
    for (let edit = 0; edit < 1000; edit += 1) {
      await workspace.save(script, `import './lines.mjs'; console.log(${edit});`);
      if (edit % 100 === 0) expect(workspace.isCovered()).toBe(true);
    }
    expect(workspace.isCovered()).toBe(true);
    expect(size(workspace.memory)).toBeLessThan(5000);
  });

  test("after edits of 1,000 files, and the newest are covered", async () => {
    const workspace = createWorkspace({});
    for (let file = 0; file < 1000; file += 1) await workspace.save(`scripts/${file}.mjs`, `console.log(${file});`);
    expect(size(workspace.memory)).toBeLessThan(100_000);
    for (const path of [...workspace.disk.keys()].slice(0, -100)) workspace.disk.delete(path);
    expect(workspace.isCovered()).toBe(true);
  });

  test("after 1,000 agreements, and the newest still holds", async () => {
    const workspace = createWorkspace();
    for (let content = 0; content < 1000; content += 1) {
      workspace.disk.set(script, `console.log(${content});`);
      await workspace.agree();
    }
    expect(workspace.isCovered()).toBe(true);
    expect(size(workspace.memory)).toBeLessThan(500_000);
  });

  test("with a content of 3,000 files, which is agreed to once", async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, file) => [`data/${file}.json`, `${file}`]));
    const workspace = createWorkspace(files);
    await workspace.agree();
    expect(workspace.isCovered()).toBe(true);
    expect(size(workspace.memory)).toBeLessThan(500_000);
  });

  test("without files that are larger than code", async () => {
    const workspace = createWorkspace({});
    await workspace.save("data.json", "x".repeat(2_000_000));
    expect(workspace.isCovered()).toBe(false);
  });
});

const createFiles = (digest: string, count = 1) =>
  Array.from({ length: count }, (_, n) => [`${n}.js`, digest] as const);

test("a content that was agreed to is saved before the code runs, once", async () => {
  const memory = createMapMemory();
  const saved = Promise.withResolvers<void>();
  const slow = {
    ...memory,
    write: (...entry: Parameters<typeof memory.write>) => saved.promise.then(() => memory.write(...entry)),
  };
  const adding = addAgreedContent(slow, createFiles("one")).then(() => readAgreedContents(memory).length);
  saved.resolve();
  expect(await adding).toBe(1);
  await addAgreedContent(memory, createFiles("two"));
  await addAgreedContent(memory, createFiles("one"));
  expect(readAgreedContents(memory)).toEqual([createFiles("two"), createFiles("one")]);
});

test("the oldest contents are dropped where they have too many files, the newest never", async () => {
  const memory = createMapMemory();
  for (const digest of ["one", "two", "three"]) await addAgreedContent(memory, createFiles(digest, 1500));
  expect(readAgreedContents(memory)).toEqual([createFiles("two", 1500), createFiles("three", 1500)]);
  await addAgreedContent(memory, createFiles("large", 4000));
  expect(readAgreedContents(memory)).toEqual([createFiles("large", 4000)]);
});
