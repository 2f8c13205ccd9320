import { expect, onTestFinished, test } from "vitest";
import { installFakeAgent } from "../../support/agents/fakeAgent.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";
import { startCleanEditor } from "../cleanEditor.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";

const skill = {
  "skills/greeting/SKILL.md":
    "---\nname: greeting\ndescription: Greets people. Use it when somebody is to be greeted.\n---\n\nSay Hello.\n",
  "skills/greeting/evals/evals.json": JSON.stringify({
    evals: [{ id: "greets", name: "Greets Ann", prompt: "Greet Ann.", checks: [{ contains: "Hello" }] }],
  }),
};
/** Reads the skill and calls its model once. */
const program = `
  for (const name of skills) readSkill(name);
  const reply = await callModel(task);
  await reply.text();
  answer(reply.ok && skills.length > 0 ? "Hello" : "Hm");`;
const completed = { type: "response.completed", response: { usage: { input_tokens: 11, output_tokens: 7 } } };

test("an agent of this machine does the evals of a skill, after it is said what confines its program", async () => {
  installFakeAgent(program);
  const keys: (string | undefined)[] = [];
  const endpoint = await startHttpServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "text/event-stream" });
    request.resume().once("end", () => response.end(`data: ${JSON.stringify(completed)}\n\n`));
  });
  const editor = await startCleanEditor({ settings: defaultThemeSettings });
  onTestFinished(() => editor.close());
  writeWorkspaceFiles(editor.workspace, skill);
  const window = await editor.open();
  await useLocalService(window);

  await window.runCommand("Fairlead: Configure Model...");
  expect(await window.choices("Configure Model")).toContain("Codex...");
  await window.picture("agent-runner-1-models");
  await window.pick("Configure Model", "Codex...");
  await window.waitForTitle(/1\/3/);
  await window.type("Configure Model", `${endpoint}/v1`);
  await window.waitForTitle(/2\/3/);
  await window.type("Configure Model", "small");
  await window.waitForTitle(/3\/3/);
  await window.type("Configure Model", "sk-of-the-user");
  await window.messages.waitFor(/Codex, small/);
  await window.messages.dismissAll();

  await window.runCommand("Fairlead: Evaluate Skill...");
  await window.pick("Evaluate Skill", "greeting");
  await window.pick("Evaluate Skill", "Once");
  await window.pick("Evaluate Skill", "Run");
  await window.page.locator(".monaco-dialog-box").waitFor();
  await window.picture("agent-runner-2-consent");
  await window.messages.modal(/Run agents on this machine\?.*2 tasks/, "Run");
  const page = await window.documents.preview(/1 of 1 tries(?!\.)/);
  expect(page).toMatch(/Codex, small/);
  await window.picture("agent-runner-3-page");
  expect(new Set(keys)).toEqual(new Set(["Bearer sk-of-the-user"]));
});
