import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { createTemporaryFolder } from "../createTemporaryFolder.ts";

/** What the code of a fake agent may use: its task, its skills, its model, and the events of Codex. */
const prelude = `
import { execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
const task = readFileSync(0, "utf8");
const home = process.env.HOME;
const skillsFolder = home + "/.codex/skills";
const skills = existsSync(skillsFolder) ? readdirSync(skillsFolder) : [];
const [, url] = /base_url = "([^"]+)"/.exec(readFileSync(process.env.CODEX_HOME + "/config.toml", "utf8"));
const headers = { authorization: "Bearer " + process.env.FAIRLEAD_TOKEN, "content-type": "application/json" };
const callModel = (input, path = "/responses", model = "small") =>
  fetch(url + path, { method: "POST", headers, body: JSON.stringify({ model, input }) });
const emit = (event) => console.log(JSON.stringify(event));
const answer = (text) => emit({ type: "item.completed", item: { type: "agent_message", text } });
const readSkill = (name) =>
  emit({
    type: "item.completed",
    item: { type: "command_execution", command: "cat " + skillsFolder + "/" + name + "/SKILL.md", exit_code: 0 },
  });
`;

/** Installs a program that stands for Codex, for one test. It is the only agent in the folders of PATH. */
export function installFakeAgent(code: string, program = "codex"): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, program), `#!${process.execPath}\n${prelude}\n${code}\n`, { mode: 0o755 });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  usePath([folder, ...systemFolders]);
  return folder;
}

/** No agent is installed, for one test. */
export function removeAgents(): void {
  usePath([createTemporaryFolder(), ...systemFolders]);
}

/** The folders of PATH that have no agent of the machine. */
const systemFolders = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !["claude", "codex", "gemini"].some((name) => existsSync(join(folder, name))));

function usePath(folders: readonly string[]): void {
  vi.stubEnv("PATH", folders.join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
}
