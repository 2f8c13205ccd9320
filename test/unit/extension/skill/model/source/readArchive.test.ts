import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { CommandError } from "../../../../../../src/extension/base/failure.ts";
import { archiveLimits, readArchive, readZip } from "../../../../../../src/extension/skill/model/source/readArchive.ts";
import { findPathProblems } from "../../../../../../src/text/filePaths.ts";
import { propertyRuns } from "../../../../../support/propertyRuns.ts";
import { createZip, type ZipFile } from "../../../../../support/skills/createZip.ts";

const textOf = (files: ReturnType<typeof readZip>) =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));

test("reads stored and deflated files, with a comment, without folders and files of macOS", () => {
  const files: readonly ZipFile[] = [
    { path: "a/", mode: 0o040755 },
    { path: "a/SKILL.md", bytes: "one" },
    { path: "a/b.bin", bytes: "two", isStored: true },
    { path: "__MACOSX/a/._SKILL.md", bytes: "x" },
    { path: "a/.DS_Store", bytes: "x" },
    { path: "a/empty" },
  ];
  expect(textOf(readZip(createZip(files, "made by hand")))).toEqual({
    "a/SKILL.md": "one",
    "a/b.bin": "two",
    "a/empty": "",
  });
});

const ok = { path: "SKILL.md", bytes: "ok" };
const big = Buffer.alloc(20 * 2 ** 20);

describe("nothing is read of an archive", () => {
  test.each<[string, readonly ZipFile[], RegExp]>([
    ["with a path that leaves its folder", [ok, { path: "../evil" }], /because of "\.\.\/evil"/],
    ["with an absolute path", [ok, { path: "/etc/passwd" }], /must be relative/],
    ["with a drive letter", [ok, { path: "C:/evil" }], /drive letter/],
    ["with a backslash", [ok, { path: "a\\..\\evil" }], /separated by/],
    ["with a NUL", [ok, { path: "SKILL.md\0.png" }], /control character/],
    ["with a reserved name", [ok, { path: "nul.txt" }], /reserved name/],
    ["with twins by case", [ok, { path: "skill.MD" }], /same as "SKILL\.md"/],
    ["with twins by accent", [{ path: "é" }, { path: "e\u0301" }], /same as/],
    ["with the same path twice", [ok, ok], /occurs twice/],
    ["with a path that is a file and a folder", [{ path: "a" }, { path: "a/b" }], /a file and/],
    ["with a symbolic link", [ok, { path: "link", bytes: "/etc/passwd", mode: 0o120777 }], /a link or a device/],
    ["with a device", [ok, { path: "tty", mode: 0o020666 }], /a link or a device/],
    ["that is encrypted", [{ ...ok, flags: 1 }], /encrypted/],
    ["with another compression", [{ ...ok, method: 12 }], /Deflate/],
    ["whose local name differs", [{ ...ok, localPath: "EVIL.md" }], /broken/],
    ["whose content is longer than it says", [{ path: "a", bytes: "x".repeat(100), size: 10 }], /broken/],
    ["whose content is shorter than it says", [{ path: "a", bytes: "x", size: 10 }], /broken/],
    ["whose checksum differs", [{ path: "a", bytes: "x", crc: 1 }], /broken/],
    [
      "whose entries share bytes",
      [
        { path: "a", bytes: "x".repeat(1000) },
        { path: "b", bytes: "x".repeat(1000), offset: 0 },
      ],
      /broken/,
    ],
    ["that unpacks to too much", ["a", "b", "c", "d"].map((path) => ({ path, bytes: big })), /more than 64 MiB/],
    ["that says that it is huge", [{ path: "a", bytes: "x", size: 0xfffffffe }], /more than 64 MiB/],
    [
      "with too many files",
      Array.from({ length: archiveLimits.files + 1 }, (_, index) => ({ path: `f${index}` })),
      /5000 files/,
    ],
  ])("%s", (_, files, message) => {
    const bytes = createZip(files);
    expect(() => readZip(bytes)).toThrow(
      expect.toSatisfy((error) => error instanceof CommandError && message.test(error.message)),
    );
  });

  test("that has bytes before it, which another program would read as a second archive", () => {
    expect(() => readZip(Buffer.concat([createZip([{ path: "evil" }]), createZip([ok])]))).toThrow(/broken/);
  });

  test("that is cut off, or is something else", () => {
    const whole = createZip([ok]);
    for (const bytes of [whole.subarray(0, -1), Buffer.from("PK"), Buffer.of(), Buffer.from("<html>")])
      expect(() => readZip(bytes)).toThrow(CommandError);
  });
});

test("whatever bytes change, the archive is refused or its paths are safe and its sizes bounded", () => {
  const archive = createZip([
    ok,
    { path: "scripts/run.sh", bytes: "echo hello".repeat(20) },
    { path: "a/b", isStored: true, bytes: "x" },
  ]);
  const edits = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(edits, (changes) => {
      const bytes = Buffer.from(archive);
      for (const [index, value] of changes) bytes[index] = value;
      try {
        const files = readZip(bytes);
        expect(findPathProblems(files.map(({ path }) => path))).toEqual([]);
      } catch (error) {
        expect(error).toBeInstanceOf(CommandError);
      }
    }),
    { numRuns: propertyRuns(5000) },
  );
});

test("any files are read back as they were packed", () => {
  // Windows reserves `aux`, `con`, `nul` and `prn`: they are refused.
  const name = fc.stringMatching(/^[a-z]{4,8}$/);
  const file = fc.record({ bytes: fc.uint8Array({ maxLength: 300 }), isStored: fc.boolean() });
  fc.assert(
    fc.property(fc.dictionary(name, file, { maxKeys: 8 }), (content) => {
      const files = Object.entries(content).map(([path, rest]) => ({ path: `x/${path}`, ...rest }));
      expect(readZip(createZip(files)).map(({ path, bytes }) => [path, Buffer.from(bytes)])).toEqual(
        files.map(({ path, bytes }) => [path, Buffer.from(bytes)]),
      );
    }),
  );
});

describe("a tar archive with gzip", () => {
  const pack = async (...entries: Parameters<typeof packTar>[0]) => gzipSync(await packTar(entries));
  const file = (name: string, body = "x") => ({ header: { name, size: body.length, type: "file" as const }, body });

  test("is read", async () => {
    expect(textOf(await readArchive(await pack(file("./SKILL.md", "one"), file("a/b", "two"))))).toEqual({
      "SKILL.md": "one",
      "a/b": "two",
    });
  });

  test.each([
    ["a path that leaves", [file("../evil")], /\.\.\/evil/],
    [
      "a symbolic link",
      [{ header: { name: "l", size: 0, type: "symlink", linkname: "/etc/passwd" } }],
      /a link or a device/,
    ],
    ["a hard link", [{ header: { name: "l", size: 0, type: "link", linkname: "SKILL.md" } }], /a link or a device/],
    ["twins by case", [file("a"), file("A")], /same as/],
  ] as const)("is refused with %s", async (_, entries, message) => {
    await expect(readArchive(await pack(...entries))).rejects.toThrow(message);
  });

  test("is refused when it unpacks to too much", async () => {
    await expect(readArchive(gzipSync(Buffer.alloc(archiveLimits.unpackedBytes + 1), { level: 1 }))).rejects.toThrow(
      /more than 64 MiB/,
    );
  });

  test("is refused when it is no tar archive", async () => {
    await expect(readArchive(gzipSync("text"))).rejects.toThrow(CommandError);
  });
});
