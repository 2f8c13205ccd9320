import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Range as EditorRange,
  TextEdit,
  type Uri,
  WorkspaceEdit,
} from "vscode";
import { completeFrontMatter, type FrontMatterCompletion, hoverFrontMatter } from "../../../skills/frontMatterHelp.ts";
import { combineFixes } from "../../../skills/lint/combineFixes.ts";
import type { SkillDiagnostic, SkillFix } from "../../../skills/skill.ts";
import { virtualScheme } from "../../base/uris/virtualScheme.ts";
import { isOverlayUri } from "../../server/model/overlay/findOverlay.ts";
import { isSkillFile, readSkillPart } from "../../skill/model/skillPart.ts";
import { toServerCaseCodeLenses, toSkillCodeLenses } from "./codeLenses.ts";
import {
  createOpenOverlays,
  createOpenServerCases,
  type DocumentListener,
  isServerCaseDocument,
} from "./openDocuments.ts";
import { createOpenSkills } from "./openSkills.ts";
import { toRange } from "./toDiagnostic.ts";
import { createYamlSuggestions, type YamlFileKind } from "./yamlSuggestions.ts";

const fixAll = CodeActionKind.SourceFixAll.append("fairlead");

interface QuickFixContext {
  readonly uri: Uri;
  readonly text: string;
  readonly problems: readonly SkillDiagnostic[];
  readonly range: EditorRange;
  /** The diagnostics that VS Code shows in the range. */
  readonly shown: readonly Diagnostic[];
}

/** Creates an action for each fix at the cursor, and one for all problems of the document. */
function createQuickFixes({ uri, text, problems, range, shown }: QuickFixContext): CodeAction[] {
  const encoding = problems.find(({ code }) => code === "byte-order-mark" || code === "encoding");
  // Text that could not be decoded would be lost.
  if (encoding && !text.includes("\uFFFD")) return [createSaveAsUtf8(uri, text, shown, encoding.code)];
  const single = findFixes(problems, range).map(({ title, edits, solvedProblems }) => {
    const action = createAction(uri, title, edits, CodeActionKind.QuickFix);
    action.diagnostics = shown.filter((one) =>
      solvedProblems.some((problem) => one.code === problem.code && one.range.isEqual(toRange(problem))),
    );
    action.isPreferred = solvedProblems.every(({ fixes }) => fixes.length === 1);
    return action;
  });
  const edits = combineFixes(problems);
  if (edits.length === 0) return single;
  const onSave = createAction(uri, l10n.t("Fix All Problems of the Skill"), edits, fixAll);
  const hasOtherFixes = single.length > 0 && edits.length > 1;
  return [
    ...single,
    ...(hasOtherFixes
      ? [createAction(uri, l10n.t("Fix All Problems of This File"), edits, CodeActionKind.QuickFix)]
      : []),
    onSave,
  ];
}

/** The editor's text has no byte order mark, so no edit of it can remove one. */
function createSaveAsUtf8(uri: Uri, text: string, shown: readonly Diagnostic[], code: string): CodeAction {
  const action = new CodeAction(l10n.t("Save as UTF-8"), CodeActionKind.QuickFix);
  action.diagnostics = shown.filter((one) => one.code === code);
  action.isPreferred = true;
  action.edit = new WorkspaceEdit();
  action.edit.createFile(uri, { overwrite: true, contents: Buffer.from(text) });
  return action;
}

/** Offers a fix once, even if it solves several problems. */
function findFixes(problems: readonly SkillDiagnostic[], range: EditorRange) {
  const problemsInRange = problems.filter((problem) => toRange(problem).intersection(range));
  const pairs = problemsInRange.flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
  const groups = Map.groupBy(pairs, ({ fix }) => JSON.stringify(fix));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.fix, solvedProblems: group.map(({ problem }) => problem) }] : [];
  });
}

function createAction(uri: Uri, title: string, edits: SkillFix["edits"], kind: CodeActionKind): CodeAction {
  const action = new CodeAction(title, kind);
  action.edit = new WorkspaceEdit();
  action.edit.set(
    uri,
    edits.map((edit) => TextEdit.replace(toRange(edit), edit.text)),
  );
  return action;
}

const kinds = {
  field: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
} as const satisfies Record<FrontMatterCompletion["kind"], vscode.CompletionItemKind>;

function frontMatterCompletions(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const found = completeFrontMatter(document.getText(), position.line + 1, position.character + 1);
  return found.map(({ label, kind, documentation, range, text }, index) => {
    const item = new vscode.CompletionItem(label, kinds[kind]);
    item.documentation = new vscode.MarkdownString(documentation);
    item.range = toRange(range);
    item.insertText = text;
    // Keeps the order of the specification.
    item.sortText = String(index).padStart(3, "0");
    return item;
  });
}

function frontMatterHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const found = hoverFrontMatter(document.getText(), position.line + 1, position.character + 1);
  return found && new vscode.Hover(new vscode.MarkdownString(found.markdown), toRange(found.range));
}

type DocumentPosition = readonly [document: vscode.TextDocument, position: vscode.Position];

/** The language features of `SKILL.md`, of case files and of overlays. */
export interface SkillLanguage extends vscode.Disposable {
  actions(
    document: vscode.TextDocument,
    range: vscode.Range,
    shown: readonly vscode.Diagnostic[],
  ): Promise<vscode.CodeAction[]>;
  completions(...documentPosition: DocumentPosition): vscode.CompletionItem[];
  hover(...documentPosition: DocumentPosition): vscode.Hover | undefined;
  lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]>;
}

/** Checks the open documents. It writes and runs nothing, so it works in untrusted workspaces. */
export function createSkillLanguage(parts: Parameters<typeof createOpenOverlays>[0]): SkillLanguage {
  const { log } = parts;
  const collection = vscode.languages.createDiagnosticCollection("fairlead.skills");
  const skills = createOpenSkills(collection, log);
  const cases = createOpenServerCases(collection, log);
  const overlays = createOpenOverlays(parts);
  const yaml = createYamlSuggestions();
  const subscription = watchDocuments([skills, cases, overlays]);
  return {
    actions: async (document, range, shown) => {
      const part = skills.find(document);
      if (!part) return [];
      const { problems } = await part.skill.readSnapshot();
      const own = problems.filter(({ path }) => path === part.path);
      return createQuickFixes({ uri: document.uri, text: document.getText(), problems: own, range, shown });
    },
    completions: (...documentPosition) => {
      const kind = kindOf(documentPosition[0]);
      return kind === "skill"
        ? frontMatterCompletions(...documentPosition)
        : yaml.completions(kind, ...documentPosition);
    },
    hover: (...documentPosition) => {
      const kind = kindOf(documentPosition[0]);
      return kind === "skill" ? frontMatterHover(...documentPosition) : yaml.hover(kind, ...documentPosition);
    },
    lenses: async (document) => {
      const part = skills.find(document);
      if (part) return toSkillCodeLenses(document, part);
      return isServerCaseDocument(document) && isWritable(document) ? toServerCaseCodeLenses(document) : [];
    },
    dispose: () => {
      for (const one of [subscription, skills, cases, overlays, collection]) one.dispose();
    },
  };
}

/** The schema for completions and hovers, which read-only files have too. */
function kindOf(document: vscode.TextDocument): YamlFileKind | "skill" {
  if (isOverlayUri(document.uri.path)) return "overlay";
  if (isServerCaseDocument(document)) return "server-cases";
  return isSkillFile(readSkillPart(document.uri.path)?.path ?? "") ? "skill" : "skill-scripts";
}

function watchDocuments(all: readonly DocumentListener[]): vscode.Disposable {
  const onOpen = (document: vscode.TextDocument) => {
    if (isWritable(document)) for (const one of all) one.onOpen(document);
  };
  for (const document of vscode.workspace.textDocuments) onOpen(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(onOpen),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const one of all) one.onChange(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      for (const one of all) one.onClose(document);
    }),
  );
}

/** Read-only documents, such as published versions, are not checked, because the user cannot fix them. */
function isWritable({ uri }: vscode.TextDocument): boolean {
  // Some documents of the scheme can be edited, such as settings, but no version.
  return uri.scheme !== virtualScheme && vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
