import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadVersionSkills } from "../../../../src/runtime/mcp/versionSkills.ts";
import { startMcpServer } from "../../../../src/runtime/startMcpServer.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { connectMcpClient } from "../../../support/servers/mcpClient.ts";

function createSkills(...names: string[]) {
  const folder = createTemporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "SKILL.md"), `---\nname: ${name}\ndescription: Does ${name}.\n---\n\nDo it.\n`);
  }
  return folder;
}

test("a skill with a symbolic link is left out and logged, and its neighbours are served", async () => {
  const folder = createSkills("linked", "plain");
  symlinkSync("/etc/passwd", join(folder, "linked", "passwd"));
  const lines: string[] = [];
  const skills = await loadVersionSkills(folder, (line) => void lines.push(line));
  expect(skills?.entries.map(({ uri }) => uri)).toEqual(["skill://plain/SKILL.md"]);
  expect(lines.join()).toContain("skills/linked/passwd: symlinks");
});

test("a file that changed after the start is refused", async () => {
  const folder = createSkills("changed");
  const skills = await loadVersionSkills(folder, () => undefined);
  const identity = { name: "test", version: "1.0.0" };
  const server = await startMcpServer(identity, [], { environment: {}, log: () => undefined, skills });
  onTestFinished(server.close);
  const client = await connectMcpClient(server.url, "2026-07-28");
  onTestFinished(() => client.close());
  const uri = "skill://changed/SKILL.md";
  expect((await client.readResource({ uri })).contents).toHaveLength(1);
  writeFileSync(join(folder, "changed", "SKILL.md"), "Other.");
  await expect(client.readResource({ uri }, { cacheMode: "refresh" })).rejects.toThrow("changed since");
});

test("a folder without skills declares nothing", async () => {
  expect(await loadVersionSkills(createSkills(), () => undefined)).toBeUndefined();
  expect(await loadVersionSkills("/nowhere/skills", () => undefined)).toBeUndefined();
});
