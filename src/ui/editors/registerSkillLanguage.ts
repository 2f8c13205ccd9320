import * as vscode from "vscode";
import type { SkillLanguage } from "./skillLanguage.ts";

/** Whatever their language: it is `skill` in some editors and `markdown` in others. */
const skillFiles: vscode.DocumentFilter[] = [{ pattern: "**/{SKILL,skill}.md" }];

/** VS Code completes and explains JSON by itself, with the schemas that the manifest names. */
const yamlFiles: vscode.DocumentFilter[] = [
  { pattern: "**/evals/scripts.{yaml,yml}" },
  { pattern: "**/fairlead.tests.{yaml,yml}" },
];

const jsonFiles: vscode.DocumentFilter[] = [
  { pattern: "**/evals/{evals,scripts}.json" },
  { pattern: "**/{eval_queries,fairlead.tests}.json" },
];

const written = [...skillFiles, ...yamlFiles];
const all = [...written, ...jsonFiles];

/** What is known of `SKILL.md` and of case files, loaded with the first of them that is opened. */
export function registerSkillLanguage(context: vscode.ExtensionContext, language: () => Promise<SkillLanguage>): void {
  const look = (document: vscode.TextDocument) => {
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
    vscode.languages.registerCompletionItemProvider(written, {
      provideCompletionItems: async (document, place) => (await language()).completions(document, place),
    }),
    vscode.languages.registerHoverProvider(written, {
      provideHover: async (document, place) => (await language()).hover(document, place),
    }),
    vscode.languages.registerCodeLensProvider(all, {
      provideCodeLenses: async (document) => (await language()).lenses(document),
    }),
    vscode.workspace.onDidOpenTextDocument(look),
  );
  for (const document of vscode.workspace.textDocuments) look(document);
}
