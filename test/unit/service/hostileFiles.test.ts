import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileEntry } from "../../../src/contract/files.ts";
import { createInMemoryService } from "../../support/service/inMemoryService.ts";
import { readDatabaseText } from "../../support/service/readDatabaseText.ts";

let service: ReturnType<typeof createInMemoryService>;
let projectId: string;
/** One that is there already, so that an update can be refused. */
let skillId: string;

const file = (path: string, content = "x"): FileEntry => ({ path, encoding: "utf8", content });
const skillFile = (name: string) => file("SKILL.md", `---\nname: ${name}\ndescription: Says it.\n---\n`);
const create = (files: readonly FileEntry[]) =>
  service.ask("POST", "/api/v1/skills", { body: { projectId, files: [skillFile("new"), ...files] } });
const update = (files: readonly FileEntry[]) =>
  service.ask("PATCH", `/api/v1/skill?id=${skillId}`, { body: { files: [skillFile("old"), ...files] } });
/** Tested, but not kept. */
const tryOut = (files: readonly FileEntry[]) =>
  service.ask("POST", `/api/v1/skill/test-runs?id=${skillId}`, { body: { files: [skillFile("old"), ...files] } });

beforeAll(async () => {
  service = createInMemoryService({ rateLimit: { burst: 1e6, perSecond: 1e6 } });
  projectId = (await service.ask("GET", "/api/v1/projects")).body.items[0].id;
  skillId = (await service.ask("POST", "/api/v1/skills", { body: { projectId, files: [skillFile("old")] } })).body.id;
  // Whatever notes the time of a key's use has been written by now.
  await service.ask("GET", "/api/v1/skills");
});
afterAll(() => service.close());

test.each<[string, readonly string[]]>([
  ["the folder above", ["../a"]],
  ["a way out and in", ["a/../../b"]],
  ["an absolute path", ["/etc/passwd"]],
  ["a drive", ["C:/a"]],
  ["a drive's own folder", ["c:a"]],
  ["a share", ["\\\\host\\share"]],
  ["a backslash", ["a\\b"]],
  ["a NUL", ["a\0.md"]],
  ["a line break", ["a\nb"]],
  ["a reserved name", ["con"]],
  ["a reserved name with an ending", ["scripts/NUL.txt"]],
  ["a stream of a file", ["a.txt:hidden"]],
  ["an end that Windows cuts off", ["a. "]],
  ["half a character", ["\ud800"]],
  ["a long part", ["x".repeat(256)]],
  ["the same twice", ["a", "a"]],
  ["another SKILL.md", ["skill.md"]],
  ["a difference in case", ["a/B", "A/b"]],
  ["an accent written in two ways", ["\u00e9", "e\u0301"]],
  ["a compatibility letter", ["ﬁle", "file"]],
  ["a file that is a folder as well", ["a", "a/b"]],
])("%s is refused with its place in the list, and nothing changes", async (_, paths) => {
  const before = readDatabaseText(service.context.db);
  for (const send of [create, update, tryOut]) {
    const { status, body } = await send(paths.map((path) => file(path)));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "unusable", errors: [{ path: expect.stringMatching(/^files\.\d+\.path$/) }] });
    expect(readDatabaseText(service.context.db)).toBe(before);
  }
});

test("bytes that are not base64 are refused with their place", async () => {
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

/** As the strictest file systems see it. */
const folded = (path: string) => path.normalize("NFKC").toLowerCase();

test("whatever list comes is kept as it is, each path inside its folder and apart from the others, or changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(hostilePaths, async (paths) => {
      const before = readDatabaseText(service.context.db);
      const { status, body } = await update(paths.map((path) => file(path)));
      if (status !== 200) {
        // An empty path is none by the schema already.
        expect([400, 422]).toContain(status);
        expect(body.errors[0].path).toMatch(/^files\.\d+\.path$/);
        expect(readDatabaseText(service.context.db)).toBe(before);
        return;
      }
      const kept: string[] = body.files.map(({ path }: { path: string }) => path);
      expect(kept.toSorted()).toEqual(["SKILL.md", ...paths].toSorted());
      expect(new Set(kept.map(folded)).size).toBe(kept.length);
      for (const path of kept) {
        expect(path).not.toMatch(/^\/|^[A-Za-z]:|\\|\0/);
        for (const part of path.split("/")) expect(["", ".", ".."]).not.toContain(part);
      }
    }),
    { numRuns: 300 },
  );
});
