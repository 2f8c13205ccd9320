import * as vscode from "vscode";
import type { SkillLanguage } from "./skillLanguage.ts";

/** By path, because their language is `skill` in some editors and `markdown` in others. */
const skillFiles: vscode.DocumentFilter[] = [{ pattern: "**/{SKILL,skill}.md" }];

/** Only YAML files: VS Code has completions and hovers for JSON, with the schemas of the manifest. */
const yamlFiles: vscode.DocumentFilter[] = [
  { pattern: "**/evals/scripts.{yaml,yml}" },
  { pattern: "**/fairlead.tests.{yaml,yml}" },
  { pattern: "**/*.overlay.{yaml,yml}" },
];

const jsonFiles: vscode.DocumentFilter[] = [
  { pattern: "**/evals/{evals,scripts}.json" },
  { pattern: "**/{eval_queries,fairlead.tests}.json" },
  { pattern: "**/*.overlay.json" },
];

const helpedFiles = [...skillFiles, ...yamlFiles];
const all = [...helpedFiles, ...jsonFiles];

/** Registers the language features of `SKILL.md`, of case files and of overlays. The first such document loads their code. */
export function registerSkillLanguage(context: vscode.ExtensionContext, language: () => Promise<SkillLanguage>): void {
  const loadForDocument = (document: vscode.TextDocument) => {
    if (vscode.languages.match(all, document) > 0) void language();
  };
  context.subscriptions.push(
    vscode.languages.registerCodeActionsProvider(
      skillFiles,
      {
        provideCodeActions: async (document, range, { diagnostics }) =>
          (await language()).actions(document, range, diagnostics),
      },
      {
        providedCodeActionKinds: [
          vscode.CodeActionKind.QuickFix,
          vscode.CodeActionKind.SourceFixAll.append("fairlead"),
        ],
      },
    ),
    vscode.languages.registerCompletionItemProvider(helpedFiles, {
      provideCompletionItems: async (document, position) => (await language()).completions(document, position),
    }),
    vscode.languages.registerHoverProvider(helpedFiles, {
      provideHover: async (document, position) => (await language()).hover(document, position),
    }),
    vscode.languages.registerCodeLensProvider(all, {
      provideCodeLenses: async (document) => (await language()).lenses(document),
    }),
    vscode.workspace.onDidOpenTextDocument(loadForDocument),
  );
  for (const document of vscode.workspace.textDocuments) loadForDocument(document);
  void loadForWorkspace(language);
}

/** The skills of the workspace are checked also while none of their files is open. */
async function loadForWorkspace(language: () => Promise<SkillLanguage>): Promise<void> {
  const [found] = await vscode.workspace.findFiles("**/SKILL.md", "**/{node_modules,.git}/**", 1);
  if (found) await language();
}
