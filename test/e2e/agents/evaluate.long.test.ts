import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReadingAgent } from "../../support/services/modelActor.ts";
import { type ModelStubRequest, type ModelStubResponse, startModelStub } from "../../support/services/modelStub.ts";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { useLocalService } from "../steps/useLocalService.ts";
import { packModelExtension } from "../support/packModelExtension.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

const title = "Evaluate Skill";
const evals = [
  { id: "greets", name: "Greets Ann", prompt: "Greet Ann.", checks: [{ contains: "Hello" }] },
  { id: "odd", name: "Answers oddly", prompt: "Be odd.", checks: [{ contains: "odd" }] },
];
const skill = (text: string) => ({
  "skills/greeting/SKILL.md": `---\nname: greeting\ndescription: Greets people. Use it when somebody is to be greeted.\n---\n\n${text}\n`,
  "skills/greeting/evals/evals.json": JSON.stringify({ skill_name: "greeting", evals }),
});

/** Of the 18 calls that the endpoint gets for two tasks, three times with the skill and without it. */
const freeCalls = 12;

/** Reads the skill; to the odd task it answers right every second time. */
function createAgent() {
  const agent = createReadingAgent(["SKILL.md"]);
  let odd = 0;
  let gate: Promise<void> | undefined;
  let asked = 0;
  const answer = async (request: ModelStubRequest): Promise<ModelStubResponse> => {
    asked += 1;
    if (asked > freeCalls) await gate;
    const isOdd = request.messages.some(({ content }) => content === "Be odd.");
    const hasRead = request.messages.at(-1)?.role === "tool";
    return isOdd && hasRead ? { content: odd++ % 2 === 0 ? "odd" : "even" } : agent(request);
  };
  return {
    answer,
    /** Lets some more calls through, and returns what lets all others. */
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      [gate, asked] = [promise, 0];
      return resolve;
    },
    asked: () => asked,
  };
}

describe("a skill that is evaluated with a model of the editor and an endpoint", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let vsix: string;

  beforeAll(async () => {
    vsix = await packModelExtension();
    editor = await startCleanEditor({
      settings: { ...defaultThemeSettings, "fairlead.test.modelPrices": { small: { input: 3, output: 15 } } },
    });
    await editor.install(vsix);
    writeWorkspaceFiles(editor.workspace, skill("Say Hello."));
    window = await editor.open();
    await useLocalService(window);
  });
  afterAll(async () => {
    await editor.close();
    rmSync(dirname(vsix), { recursive: true, force: true });
  });

  const agent = createAgent();
  let small: Awaited<ReturnType<typeof startModelStub>>;
  const names = () => ["Reader (test)", `small (${new URL(small.baseUrl).host})`];
  const offers = (expected: RegExp) =>
    waitUntil(
      `the offer of ${expected}`,
      () => window.choices(title),
      ([first = ""]) => expected.test(first),
    );
  /** Begins an evaluation, and returns what its first question offers. */
  const begin = async () => {
    await window.documents.closeAll();
    await window.runCommand("Fairlead: Evaluate Skill...");
    await window.pick(title, "greeting");
    return offers(/^(?!greeting$)/);
  };

  test("configures the editor's model with one pick, stops at its budget, goes on, and goes on again after a reload", async () => {
    small = await startModelStub(agent.answer, { key: "sk-of-the-user" });
    await window.runCommand("Fairlead: Configure Model...");
    await window.choices("Configure Model");
    await window.picture("evaluate-1-models");
    await window.pick("Configure Model", "Reader (test)");
    await window.messages.waitFor(/run with Reader \(test\)/);
    await window.runCommand("Fairlead: Configure Model...");
    await window.pick("Configure Model", "OpenAI-Compatible Endpoint...");
    await window.waitForTitle(/1\/3/);
    await window.type("Configure Model", small.baseUrl);
    await window.waitForTitle(/2\/3/);
    await window.type("Configure Model", "small");
    await window.waitForTitle(/3\/3/);
    await window.type("Configure Model", "sk-of-the-user");
    await window.messages.waitFor(/run with small/);
    await window.messages.dismissAll();

    await begin();
    await window.pickMany(title, names());
    await window.pick(title, "3 Times");
    await offers(/^Run$/);
    await window.picture("evaluate-2-budget");
    await window.pick(title, "Limit Calls...");
    await window.page.getByText("Stop after how many calls?").waitFor();
    await window.type(title, "20");
    // Two models do eighteen tasks meanwhile.
    await waitUntil("the end", window.messages.shown, (shown) => shown.join().includes("is not complete"), 120_000);
    const stopped = await window.documents.preview(/Not done/);
    expect(stopped).toMatch(/No more than the 20 calls/);
    await window.picture("evaluate-3-stopped");
    const paid = small.calls();
    await window.messages.dismissAll();

    await begin();
    await window.pick(title, "Go On");
    await offers(/^Run$/);
    await window.pick(title, "Run");
    const whole = await window.documents.preview(/12 of 12 tries(?!\.)/);
    expect(whole).toMatch(/Flaky cases/);
    expect(small.calls()).toBeGreaterThan(paid);
    await window.picture("evaluate-4-page");
    await window.theme("highContrast");
    await window.picture("evaluate-4-page-high-contrast");
    await window.theme("dark");
    await window.testing.show();
    await window.testing.expand("greeting");
    await window.testing.expand("Evals");
    await window.testing.expand("Greets Ann");
    await window.testing.waitForText(/Reader \(test\) \(Passed\)/);
    await window.testing.expand("Answers oddly");
    await window.testing.waitForText(/small \(127[^)]*\) \(Failed\)/);
    await window.picture("evaluate-5-explorer");

    writeWorkspaceFiles(editor.workspace, skill("Say Hello, and mean it."));
    const open = agent.close();
    await begin();
    await window.pickMany(title, names());
    await window.pick(title, "3 Times");
    await offers(/^Run$/);
    await window.pick(title, "Run");
    await waitUntil(
      "calls that wait",
      async () => agent.asked(),
      (asked) => asked > freeCalls,
    );
    await window.reload();
    await window.view("Skills").show();
    await window.view("Skills").waitFor("greeting");
    const before = agent.asked();
    open();
    await waitUntil(
      "the question whether to go on",
      async () => {
        const offered = await begin();
        if (!offered.includes("Go On")) await window.escape();
        return offered;
      },
      (offered) => offered.includes("Go On"),
      60_000,
    );
    await window.picture("evaluate-6-go-on");
    await window.pick(title, "Go On");
    await offers(/^Run$/);
    await window.pick(title, "Run");
    const again = await window.documents.preview(/12 of 12 tries(?!\.)/);
    expect(again).toMatch(/of 6\)/);
    await window.picture("evaluate-7-after-reload");
    expect(agent.asked() - before).toBeLessThan(18);
    expect(small.problems).toEqual([]);
  }, 400_000);
});
