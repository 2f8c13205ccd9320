import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../host/prepare/paths.mjs";
import { runNode } from "../../host/run.ts";

const manifest = {
  ...{ name: "models", publisher: "test", version: "1.0.0", displayName: "Test Models", main: "./extension.js" },
  engines: { vscode: "^1.104.0" },
  activationEvents: ["onStartupFinished"],
  contributes: { languageModelChatProviders: [{ vendor: "test", displayName: "Test" }] },
};

/** One model that reads SKILL.md where it is offered a tool, and answers with what it read. */
const program = `const vscode = require("vscode");
const model = { id: "reader", name: "Reader", family: "reader", version: "1", maxInputTokens: 100000,
  maxOutputTokens: 1000, capabilities: { toolCalling: true } };
const textOf = (part) => part instanceof vscode.LanguageModelTextPart ? part.value
  : part instanceof vscode.LanguageModelToolResultPart ? part.content.map(textOf).join("") : "";
exports.activate = (context) => context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("test", {
  provideLanguageModelChatInformation: async () => [model],
  provideLanguageModelChatResponse: async (_model, messages, options, progress) => {
    const results = messages.flatMap(({ content }) => content).filter((part) => part instanceof vscode.LanguageModelToolResultPart);
    const last = messages.at(-1).content.map(textOf).join("");
    if (results.length > 0) return progress.report(new vscode.LanguageModelTextPart(results.map(textOf).join("")));
    if (options.tools?.length) return progress.report(new vscode.LanguageModelToolCallPart("call-1", options.tools[0].name, { path: "SKILL.md" }));
    const chosen = last.includes('"query"') ? '{"skills": ["greeting"], "reason": "It greets."}' : "I do not know.";
    progress.report(new vscode.LanguageModelTextPart(chosen));
  },
  provideTokenCount: async (_model, text) => (typeof text === "string" ? text : text.content.map(textOf).join("")).length,
}));
`;

/** Packages an extension that gives the editor a language model, and returns its file. */
export async function packModelExtension(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-models-"));
  mkdirSync(join(folder, "extension"));
  writeFileSync(join(folder, "extension", "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "extension", "extension.js"), program);
  writeFileSync(join(folder, "extension", "README.md"), "A model for tests.\n");
  const file = join(folder, "models.vsix");
  const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
  const options = ["--no-dependencies", "--allow-missing-repository", "--skip-license"];
  const { code, output } = await runNode([vsce, "package", "--out", file, ...options], {
    cwd: join(folder, "extension"),
    env: {},
  });
  if (code !== 0) throw new Error(`The extension with a model could not be packaged.\n${output}`);
  return file;
}
