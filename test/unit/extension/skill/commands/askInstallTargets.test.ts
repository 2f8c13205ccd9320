import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { PickManyQuestion, PromptChoice } from "../../../../../src/extension/base/ports.ts";
import { askInstallTargets } from "../../../../../src/extension/skill/commands/askInstallTargets.ts";
import { createInstallFolders } from "../../../../../src/extension/skill/model/disk/createInstallFolders.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createScriptedPrompts, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";

/** The chooser in a home folder and a workspace with these folders; `rows` has what each prompt shows. */
function createChooser(answers: readonly ScriptedAnswer[], paths: readonly string[]) {
  const base = createTemporaryFolder();
  for (const path of ["home", "work", ...paths]) mkdirSync(join(base, path), { recursive: true });
  const uri = (name: string) => pathToFileURL(join(base, name)).href;
  const roots = [
    { scope: "workspace", uri: uri("work"), name: "work" },
    { scope: "user", uri: uri("home"), name: "home" },
  ] as const;
  const scripted = createScriptedPrompts(...answers);
  const rows: string[][] = [];
  const pickMany = <T>({ step: _single, ...question }: PickManyQuestion<T>) => {
    const format = ({ label, description, value }: PromptChoice<T>) =>
      [question.picked(value) ? "x" : "", label, description].filter(Boolean).join(" ");
    rows.push(question.choices.map(format));
    return scripted.pickMany(question);
  };
  const prompts = { ...scripted, pickMany };
  const folders = createInstallFolders("machine", () => roots);
  return { rows, app: { folders, memory: createMapMemory(), prompts } };
}

const question = { title: "Install", placeholder: "For which agents?" };
const common = ["GitHub Copilot .github/skills", "Claude Code .claude/skills", "Codex and other agents .agents/skills"];
const commonOfUser = [
  "GitHub Copilot ~/.copilot/skills",
  "Claude Code ~/.claude/skills",
  "Codex and other agents ~/.agents/skills",
];

test("the common agents and those with a folder on this machine are offered, the others behind one row", async () => {
  const { app, rows } = createChooser([["Cursor"]], ["home/.cursor", "home/.config/opencode", "work/.windsurf"]);
  await askInstallTargets(app, question);
  expect(rows).toEqual([
    [
      ...common,
      "Cursor .cursor/skills",
      "OpenCode .opencode/skills",
      "Windsurf .windsurf/skills",
      ...commonOfUser,
      "Cursor ~/.cursor/skills",
      "OpenCode ~/.config/opencode/skills",
      "More Agents...",
    ],
  ]);
});

test("the row for more agents offers all of them, with what was selected", async () => {
  const answers: readonly ScriptedAnswer[] = [
    ["Claude Code", "More Agents"],
    ["Claude Code", "Roo Code"],
  ];
  const { app, rows } = createChooser(answers, []);
  const targets = await askInstallTargets(app, question);
  expect(targets).toMatchObject([{ agent: "claude-code" }, { agent: "roo", label: ".roo/skills" }]);
  expect(rows.map((one) => one.filter((row) => row.startsWith("x ")))).toEqual([[], ["x Claude Code .claude/skills"]]);
  expect(rows[1]).toContain("Qwen Code ~/.qwen/skills");
  expect(rows[1]).not.toContain("More Agents...");
});

test("the agents of the last installation are offered and selected, also when they are not on this machine", async () => {
  const { app, rows } = createChooser([["More Agents"], ["Roo Code"], ["Roo Code"]], []);
  await askInstallTargets(app, question);
  await askInstallTargets(app, question);
  expect(rows[2]?.slice(0, 4)).toEqual(["x Roo Code .roo/skills", ...common]);
});
