import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { computeFileDigest } from "../../../../../../src/extension/base/fileDigest.ts";
import { createFetchSourceBytes } from "../../../../../../src/extension/skill/model/source/fetchSourceBytes.ts";
import { openIndexSource } from "../../../../../../src/extension/skill/model/source/openIndexSource.ts";
import { startHttpServer } from "../../../../../support/services/startHttpServer.ts";
import { createZip } from "../../../../../support/skills/createZip.ts";
import { createSkillText } from "../../../../../support/skills/skillText.ts";

const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const { signal } = new AbortController();
const open = (url: string) => openIndexSource(createFetchSourceBytes("Fairlead"), url, signal);
const description = "Does it.";

type Site = Readonly<Record<string, Buffer | string | { readonly location: string }>>;

async function startSite(site: Site): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const url = await startHttpServer((request, response) => {
    asked.push(request.url ?? "");
    const found = site[request.url ?? ""];
    if (found === undefined) response.writeHead(404).end();
    else if (typeof found === "string" || Buffer.isBuffer(found)) response.end(found);
    else response.writeHead(302, found).end();
  });
  return { url, asked };
}

const index = (...skills: readonly object[]) => JSON.stringify({ $schema, skills });
const place = "/.well-known/agent-skills";
const text = createSkillText("one");

async function readAll(url: string) {
  await using opened = await open(url);
  const skills = [];
  for (const skill of opened.skills) skills.push(await skill.read(signal));
  return skills.map(({ name, files }) => [name, ...files.map((file) => `${file.path}: ${Buffer.from(file.bytes)}`)]);
}

test("version 0.2.0: single files, zip and tar archives by their digests; entries of other types are left out", async () => {
  const zip = createZip([
    { path: "SKILL.md", bytes: "zip" },
    { path: "a/b.md", bytes: "b" },
  ]);
  const tar = gzipSync(await packTar([{ header: { name: "SKILL.md", size: 3, type: "file" }, body: "tar" }]));
  const entry = (name: string, type: string, url: string, bytes: Buffer | string) => ({
    name,
    type,
    url,
    description,
    digest: computeFileDigest(bytes),
  });
  const site = await startSite({
    [`${place}/index.json`]: index(
      entry("one", "skill-md", "one/SKILL.md", text),
      entry("two", "archive", `${place}/two.zip`, zip),
      entry("three", "archive", "three.tar.gz", tar),
      entry("four", "wasm", "four", "x"),
      { name: "../evil", type: "skill-md", url: "x", description, digest: computeFileDigest("") },
    ),
    [`${place}/one/SKILL.md`]: text,
    [`${place}/two.zip`]: zip,
    [`${place}/three.tar.gz`]: tar,
  });
  expect(await readAll(`${site.url}/docs/`)).toEqual([
    ["one", `SKILL.md: ${text}`],
    ["two", "SKILL.md: zip", "a/b.md: b"],
    ["three", "SKILL.md: tar"],
  ]);
  expect(await readAll(`${site.url}${place}/index.json`)).toHaveLength(3);
});

test("the older form: the files that the index names", async () => {
  const site = await startSite({
    "/.well-known/skills/index.json": JSON.stringify({
      skills: [{ name: "one", description, files: ["SKILL.md", "a b/c.md"] }],
    }),
    "/.well-known/skills/one/SKILL.md": text,
    "/.well-known/skills/one/a%20b/c.md": "c",
  });
  expect(await readAll(site.url)).toEqual([["one", `SKILL.md: ${text}`, "a b/c.md: c"]]);
});

describe("nothing is read of", () => {
  test("an artifact whose digest differs", async () => {
    const site = await startSite({
      [`${place}/index.json`]: index({
        name: "one",
        type: "skill-md",
        url: "one.md",
        description,
        digest: computeFileDigest("other"),
      }),
      [`${place}/one.md`]: text,
    });
    await expect(readAll(site.url)).rejects.toThrow(/Nothing of one is read: its digest is/);
  });

  test("an artifact of another origin, which is not even asked", async () => {
    const other = await startSite({ "/one.md": text });
    const site = await startSite({
      [`${place}/index.json`]: index({
        name: "one",
        type: "skill-md",
        url: `${other.url}/one.md`,
        description,
        digest: computeFileDigest(text),
      }),
    });
    await expect(readAll(site.url)).rejects.toThrow(/not where the index is/);
    expect(other.asked).toEqual([]);
  });

  test("a site that redirects to another origin, which is not even asked", async () => {
    const other = await startSite({ [`${place}/index.json`]: index() });
    const site = await startSite({ [`${place}/index.json`]: { location: `${other.url}${place}/index.json` } });
    await expect(open(site.url)).rejects.toThrow(/points to http.*which was not asked/);
    expect(other.asked).toEqual([]);
  });

  test("a site that redirects within itself for ever", async () => {
    const site = await startSite({ [`${place}/index.json`]: { location: `${place}/index.json` } });
    await expect(open(site.url)).rejects.toThrow(/without an end/);
  });

  test("an older index with a path that leaves the skill, before any file is asked", async () => {
    const site = await startSite({
      "/.well-known/skills/index.json": JSON.stringify({
        skills: [{ name: "one", description, files: ["SKILL.md", "../../etc"] }],
      }),
    });
    await expect(readAll(site.url)).rejects.toThrow(/must not hold "\.\."/);
    expect(site.asked.filter((path) => path.includes("one"))).toEqual([]);
  });

  test("an older index whose files are too large together, and the rest is not even asked", async () => {
    const names = ["1.bin", "2.bin", "3.bin", "4.bin", "5.bin"];
    const site = await startSite({
      "/.well-known/skills/index.json": JSON.stringify({ skills: [{ name: "one", description, files: names }] }),
      ...Object.fromEntries(names.map((name) => [`/.well-known/skills/one/${name}`, Buffer.alloc(8 * 2 ** 20)])),
    });
    await expect(readAll(site.url)).rejects.toThrow(/one has more than .* 20 MiB/);
    expect(site.asked.filter((path) => path.includes("/one/"))).toHaveLength(3);
  });

  test("an archive without a SKILL.md at its root", async () => {
    const zip = createZip([{ path: "one/SKILL.md", bytes: "x" }]);
    const site = await startSite({
      [`${place}/index.json`]: index({
        name: "one",
        type: "archive",
        url: "one.zip",
        description,
        digest: computeFileDigest(zip),
      }),
      [`${place}/one.zip`]: zip,
    });
    await expect(readAll(site.url)).rejects.toThrow(/no SKILL\.md at its root/);
  });

  test.each([
    ["a site without an index", {}, /has no index of skills/],
    ["a site that answers with a page", { [`${place}/index.json`]: "<html>" }, /has no index of skills/],
    [
      "an index of another version",
      { [`${place}/index.json`]: '{"$schema":"https://schemas.agentskills.io/discovery/9/schema.json","skills":[]}' },
      /no index of skills that is understood/,
    ],
    ["a huge index", { [`${place}/index.json`]: Buffer.alloc(5 * 2 ** 20, " ") }, /is larger than 4 MiB/],
  ])("%s", async (_, site, message) => {
    await expect(open((await startSite(site)).url)).rejects.toThrow(message);
  });
});
