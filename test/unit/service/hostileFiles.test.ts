import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { FileEntry } from "../../../src/contract/files.ts";
import { propertyRuns } from "../../support/propertyRuns.ts";
import { createInMemoryService } from "../../support/service/inMemoryService.ts";
import { readDatabaseText } from "../../support/storage/readDatabaseText.ts";

const file = (path: string, content = "x"): FileEntry => ({ path, encoding: "utf8", content });
const skillFile = (name: string) => file("SKILL.md", `---\nname: ${name}\ndescription: Says it.\n---\n`);
const create = (files: readonly FileEntry[]) =>
  service.request("POST", "/api/v1/skills", { body: { projectId, files: [skillFile("new"), ...files] } });
const update = (files: readonly FileEntry[]) =>
  service.request("PATCH", `/api/v1/skill?id=${skillId}`, { body: { files: [skillFile("old"), ...files] } });
/** Starts a test run with the files without saving them. */
const startTestRun = (files: readonly FileEntry[]) =>
  service.request("POST", `/api/v1/skill/test-runs?id=${skillId}`, { body: { files: [skillFile("old"), ...files] } });

const service = createInMemoryService({ rateLimit: { burst: 1e6, perSecond: 1e6 } });
const projectId = (await service.request("GET", "/api/v1/projects")).body.items[0].id;
const skillId = (await service.request("POST", "/api/v1/skills", { body: { projectId, files: [skillFile("old")] } }))
  .body.id;
// The first request saves the time of the key's use, which must not change the database later.
await service.request("GET", "/api/v1/skills");
afterAll(() => service.close());

test.each<[string, readonly string[]]>([
  ["the parent folder", ["../a"]],
  ["a path that leaves its folder", ["a/../../b"]],
  ["an absolute path", ["/etc/passwd"]],
  ["a drive", ["C:/a"]],
  ["a drive-relative path", ["c:a"]],
  ["a network share", ["\\\\host\\share"]],
  ["a backslash", ["a\\b"]],
  ["a NUL", ["a\0.md"]],
  ["a line break", ["a\nb"]],
  ["a reserved name", ["con"]],
  ["a reserved name with an extension", ["scripts/NUL.txt"]],
  ["an alternate data stream", ["a.txt:hidden"]],
  ["a trailing dot and space", ["a. "]],
  ["a lone surrogate", ["\ud800"]],
  ["a long path segment", ["x".repeat(256)]],
  ["a duplicate path", ["a", "a"]],
  ["another SKILL.md", ["skill.md"]],
  ["a difference in case", ["a/B", "A/b"]],
  ["a composed and a decomposed accent", ["\u00e9", "e\u0301"]],
  ["a compatibility letter", ["ﬁle", "file"]],
  ["a path that is a file and a folder", ["a", "a/b"]],
])("%s is rejected with its index in the list, and nothing changes", async (_, paths) => {
  const before = readDatabaseText(service.context.db);
  for (const send of [create, update, startTestRun]) {
    const { status, body } = await send(paths.map((path) => file(path)));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "unusable", errors: [{ path: expect.stringMatching(/^files\.\d+\.path$/) }] });
  }
  expect(readDatabaseText(service.context.db)).toBe(before);
});

test("bytes that are not base64 are rejected with their index", async () => {
  const { status, body } = await create([{ path: "a.bin", encoding: "base64", content: "not base64!" }]);
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ path: "files.1.content" }]);
});

const hostilePart = fc.oneof(
  fc.constantFrom("..", ".", "", "a", "A", "\u00e4", "a\u0308", "CON", "nul.txt", "a.", "a ", "C:", "\\", "a\0b", "~"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const hostilePaths = fc.array(
  fc.array(hostilePart, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  { minLength: 1, maxLength: 4 },
);

/** Normalizes a path as the strictest file systems do. */
const normalizePath = (path: string) => path.normalize("NFKC").toLowerCase();

test("any list of files is saved unchanged inside its folder without duplicates, or rejected without a change", async () => {
  let before = readDatabaseText(service.context.db);
  await fc.assert(
    fc.asyncProperty(hostilePaths, async (paths) => {
      const { status, body } = await update(paths.map((path) => file(path)));
      if (status !== 200) {
        // The schema already rejects an empty path.
        expect([400, 422]).toContain(status);
        expect(body.errors[0].path).toMatch(/^files\.\d+\.path$/);
        expect(readDatabaseText(service.context.db)).toBe(before);
        return;
      }
      before = readDatabaseText(service.context.db);
      const saved: string[] = body.files.map(({ path }: { path: string }) => path);
      expect(saved.toSorted()).toEqual(["SKILL.md", ...paths].toSorted());
      expect(new Set(saved.map(normalizePath)).size).toBe(saved.length);
      for (const path of saved) {
        expect(path).not.toMatch(/^\/|^[A-Za-z]:|\\|\0/);
        for (const part of path.split("/")) expect(["", ".", ".."]).not.toContain(part);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});
