import { expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import { fetchSkillVersion } from "../../../../../src/extension/skill/model/skillVersion.ts";

/** Fetches a skill of a hostile service, which names it so and gives it this file. */
async function fetchFrom(name: string, path: string, text = "x") {
  const client = createServiceClient({ baseUrl: "http://127.0.0.1:1", key: async () => "key" });
  const files = { list: async () => [{ path, bytes: Buffer.from(text) }] };
  const wanted = { skillId: "skl_1", name, artifactId: "art_1", version: "1.0.0", digest: undefined };
  return fetchSkillVersion(files, client, wanted);
}

test("a plain skill is read", async () => {
  expect((await fetchFrom("greeter", "SKILL.md")).files.map(({ path }) => path)).toEqual(["SKILL.md"]);
});

test.each([".git", ".GIT", "git~1", ".hg", "a/b", ".."])("a skill named %s is refused", async (name) => {
  await expect(fetchFrom(name, "hooks/pre-commit")).rejects.toThrow(/cannot be a folder's name/);
});

test.each([".git/config", "a/.GIT/config", "../x"])("a skill with the file %s is refused", async (path) => {
  await expect(fetchFrom("greeter", path)).rejects.toThrow(/Nothing of greeter 1.0.0 was written/);
});

test("a skill without a known name is named as its SKILL.md says", async () => {
  const text = "---\nname: greeter\n---\n";
  expect((await fetchFrom("id skl_1", "SKILL.md", text)).name).toBe("greeter");
  await expect(fetchFrom("id skl_1", "SKILL.md")).rejects.toThrow("neither the service nor its SKILL.md says its name");
});
