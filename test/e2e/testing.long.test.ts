import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { acceptCodeRun } from "./steps/acceptCodeRun.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const count = 12;
const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Counts. Use it when something is to be counted.\n---\n\nCount.\n`;
/** Slow enough to reload the window during the run. */
const script = "setTimeout(() => console.log(Number(process.argv[2]) * 2), 300);\n";
const cases = Array.from({ length: count }, (_, number) => ({
  ...{ name: `doubles ${number}`, script: "scripts/double.mjs", args: [String(number)] },
  expect: { stdout: `${number === count - 1 ? "something else" : number * 2}\n` },
}));

describe("the tests of a skill in the Test Explorer", () => {
  let editor: SharedEditor;
  let window: OpenWindow;

  beforeAll(async () => {
    editor = await startSharedEditor();
    writeWorkspaceFiles(editor.workspace, {
      "skills/doubling/SKILL.md": skill("doubling"),
      "skills/doubling/scripts/double.mjs": script,
      "skills/doubling/evals/scripts.json": `${JSON.stringify(cases, null, 2)}\n`,
    });
    window = await editor.open();
    await useLocalService(window);
  });
  afterAll(() => editor.close());

  test("are listed in groups before the first run", async () => {
    await window.testing.show();
    await window.testing.waitForText(/doubling/);
    await window.testing.expand("doubling");
    await window.testing.waitForText(/Portability/);
    await window.testing.expand("Scripts");
    const seen = await window.testing.waitForText(/doubles 11/);
    expect(seen.indexOf("doubles 2")).toBeLessThan(seen.indexOf("doubles 10"));
  });

  test("that run during a reload of the window are followed to their end, and shown once", async () => {
    await window.testing.run("Scripts");
    await acceptCodeRun(window, "doubling");
    await window.testing.results(/doubles 2/);
    await window.reload();
    await window.testing.show();
    await window.testing.waitForText(/doubling \(Failed\)/);
    await window.testing.expand("doubling");
    await window.testing.expand("Scripts");
    const seen = await window.testing.waitForText(/doubles 11 \(Failed\)/);
    expect(seen.match(/doubles \d+ \(Passed\)/g)?.length).toBe(count - 1);
    await window.screenshot("testing-1-after-reload-dark");
    const results = await window.testing.results(/doubles 11/);
    expect(results.filter((text) => /^doubles 11/.test(text)).length).toBe(1);
    await window.screenshot("testing-2-history-dark");
  });
});
