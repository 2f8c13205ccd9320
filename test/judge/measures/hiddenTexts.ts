import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toVisibleText } from "../../../src/text/toVisibleText.ts";
import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { callTool } from "../../support/service/gatewayCall.ts";
import type { Measure } from "../figure.ts";

/** Every invisible character by Unicode properties. */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]|(?![\n\t\r])\p{Cc}/u;
const root = join(import.meta.dirname, "../../..");
/** Files that pass texts to the editor or a page. Each uses `toVisibleText` or has only texts of Fairlead. */
const sinks =
  /new (?:vscode\.)?(?:TreeItem|TestMessage|Diagnostic)\(|createTestItem\(|show(?:Information|Warning|Error)Message\(|createQuickPick|createInputBox|withProgress\(|createStatusBarItem\(|McpHttpServerDefinition\(|\.textContent = [^"]|createTextNode\(/;
const through = /(?:toVisibleText|formatMessageText|formatLabelText|describeVisibleNode)\(/;

export const hiddenTexts: Measure = {
  id: "S7",
  goal: "tool names and descriptions are untrusted: what is hidden is shown, definitions pinned by hash, a change reported",
  needs: "node",
  measure: async () => {
    const characters = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => hidden.test(character));
    const slipped = characters.filter((character) => toVisibleText(`a${character}b`).includes(character));
    const files = globSync("src/{ui,webview}/**/*.ts", { cwd: root }).filter((path) => sinks.test(text(path)));
    const direct = files.filter((path) => !through.test(text(path)));
    const changes = await countReportedChanges();
    const findings = [
      ...slipped.map((character) => `U+${character.codePointAt(0)?.toString(16)} is not shown`),
      ...direct.map((path) => `${path} shows texts as they are`),
      ...(changes.reported === changes.made
        ? []
        : [`${changes.reported} of ${changes.made} changes of a tool were reported`]),
    ];
    const figure = `${characters.length} hidden characters: ${slipped.length} slip through; ${files.length} places that show texts: ${direct.length} unguarded; ${changes.reported} of ${changes.made} changed definitions reported`;
    return { figure, met: findings.length === 0, findings };
  },
};

const text = (path: string) => readFileSync(join(root, path), "utf8");

/** A running server changes the visible and the invisible part of its tool's description. */
async function countReportedChanges(): Promise<{ readonly made: number; readonly reported: number }> {
  const descriptions = [
    "Sends your files elsewhere.",
    "Sends your files elsewhere.\u200b",
    "Adds\u{e0041}\u{e0042}",
    "Adds",
  ];
  const fixture = await startDeploymentFixture({ probeIntervalMs: 80 });
  try {
    const { serverId, deployment } = await fixture.run("healthy");
    const count = () => fixture.eventsOf(deployment.id).filter(({ data }) => data?.tools === "changed").length;
    for (const [index, describe] of descriptions.entries()) {
      await callTool(fixture, serverId, "echo", { describe });
      await fixture.waitForDeployment(deployment.id, () => count() > index);
    }
    return { made: descriptions.length, reported: count() };
  } finally {
    await fixture.close();
  }
}
