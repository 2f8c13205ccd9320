import * as vscode from "vscode";
import type { Logger } from "../../core/foundation/ports.ts";
import { isSkillFile, readSkillPart } from "../../core/skill/skillPart.ts";
import { completeFrontMatter, type FrontMatterCompletion } from "../../skills/completeFrontMatter.ts";
import { hoverFrontMatter } from "../../skills/hoverFrontMatter.ts";
import { createYamlHelp, type YamlHelp } from "../../testcases/createYamlHelp.ts";
import { toServerCaseCodeLenses, toSkillCodeLenses } from "./codeLenses.ts";
import { createOpenSkills } from "./openSkills.ts";
import { createQuickFixes } from "./quickFixes.ts";
import { createOpenServerCases, isServerCaseDocument } from "./serverCaseFiles.ts";
import { toRange } from "./toDiagnostic.ts";

const kinds = {
  field: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
} as const satisfies Record<FrontMatterCompletion["kind"], vscode.CompletionItemKind>;

function frontMatterCompletions(document: vscode.TextDocument, place: vscode.Position): vscode.CompletionItem[] {
  const found = completeFrontMatter(document.getText(), place.line + 1, place.character + 1);
  return found.map(({ label, kind, documentation, range, text }, index) => {
    const item = new vscode.CompletionItem(label, kinds[kind]);
    item.documentation = new vscode.MarkdownString(documentation);
    item.range = toRange(range);
    item.insertText = text;
    // In the order of the specification.
    item.sortText = String(index).padStart(3, "0");
    return item;
  });
}

function frontMatterHover(document: vscode.TextDocument, place: vscode.Position): vscode.Hover | undefined {
  const found = hoverFrontMatter(document.getText(), place.line + 1, place.character + 1);
  return found && new vscode.Hover(new vscode.MarkdownString(found.markdown), toRange(found.range));
}

type At = readonly [document: vscode.TextDocument, place: vscode.Position];

/** What the editor knows of `SKILL.md` and of case files. */
export interface SkillLanguage extends vscode.Disposable {
  actions(
    document: vscode.TextDocument,
    range: vscode.Range,
    shown: readonly vscode.Diagnostic[],
  ): Promise<vscode.CodeAction[]>;
  completions(...at: At): vscode.CompletionItem[];
  hover(...at: At): vscode.Hover | undefined;
  lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]>;
}

/** Follows the open documents from now on. Nothing is written or run, so trust is not asked for. */
export function createSkillLanguage(log: Logger): SkillLanguage {
  const collection = vscode.languages.createDiagnosticCollection("fairlead.skills");
  const skills = createOpenSkills(collection, log);
  const cases = createOpenServerCases(collection, log);
  const yaml = createYamlSuggestions();
  const following = follow([skills, cases]);
  return {
    actions: async (document, range, shown) => {
      const part = skills.of(document);
      if (!part) return [];
      const { problems } = await part.skill.look();
      const own = problems.filter(({ path }) => path === part.path);
      return createQuickFixes({ uri: document.uri, problems: own, range, shown });
    },
    completions: (...at) => {
      const kind = kindOf(at[0]);
      return kind === "skill" ? frontMatterCompletions(...at) : yaml.completions(kind, ...at);
    },
    hover: (...at) => {
      const kind = kindOf(at[0]);
      return kind === "skill" ? frontMatterHover(...at) : yaml.hover(kind, ...at);
    },
    lenses: async (document) => {
      const part = skills.of(document);
      if (part) return toSkillCodeLenses(document, part);
      return isServerCaseDocument(document) && isWritable(document) ? toServerCaseCodeLenses(document) : [];
    },
    dispose: () => {
      for (const one of [following, skills, cases, collection]) one.dispose();
    },
  };
}

/** Whose keys are completed and explained; asked of files that are only read as well. */
function kindOf(document: vscode.TextDocument): "server-cases" | "skill" | "skill-scripts" {
  if (isServerCaseDocument(document)) return "server-cases";
  return isSkillFile(readSkillPart(document.uri.path)?.path ?? "") ? "skill" : "skill-scripts";
}

interface Followers {
  opened(document: vscode.TextDocument): void;
  changed(document: vscode.TextDocument): void;
  closed(document: vscode.TextDocument): void;
}

function follow(all: readonly Followers[]): vscode.Disposable {
  const opened = (document: vscode.TextDocument) => {
    if (isWritable(document)) for (const one of all) one.opened(document);
  };
  for (const document of vscode.workspace.textDocuments) opened(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const one of all) one.changed(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      for (const one of all) one.closed(document);
    }),
  );
}

/** Versions and earlier states are only read: what is wrong with them is no news. */
function isWritable({ uri }: vscode.TextDocument): boolean {
  return vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
}

type Kind = Parameters<typeof createYamlHelp>[0];

/** Completions and hovers of case files in YAML; the editor itself has them for JSON only. */
interface YamlSuggestions {
  completions(of: Kind, document: vscode.TextDocument, place: vscode.Position): vscode.CompletionItem[];
  hover(of: Kind, document: vscode.TextDocument, place: vscode.Position): vscode.Hover | undefined;
}

function createYamlSuggestions(): YamlSuggestions {
  const made = new Map<Kind, YamlHelp>();
  const help = (of: Kind) => {
    const found = made.get(of) ?? createYamlHelp(of);
    made.set(of, found);
    return found;
  };
  return {
    completions: (of, document, place) => {
      const keys = isHelpedElsewhere() ? [] : help(of).keysAt(document.getText(), place.line + 1, place.character + 1);
      return keys.map(({ name, description, isRequired, isDeep, range }) => {
        const isKey = document.lineAt(place.line).text.startsWith(":", range.endColumn - 1);
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Property);
        item.documentation = description;
        item.detail = isRequired ? "required" : "";
        item.sortText = `${isRequired ? "0" : "1"}${name}`;
        item.insertText = isKey ? name : isDeep ? `${name}:` : `${name}: `;
        item.range = toRange(range);
        return item;
      });
    },
    hover: (of, document, place) => {
      const key = isHelpedElsewhere()
        ? undefined
        : help(of).keyAt(document.getText(), place.line + 1, place.character + 1);
      return key && new vscode.Hover(new vscode.MarkdownString(key.description), toRange(key.range));
    },
  };
}

/** That extension is given the same schemas. */
function isHelpedElsewhere(): boolean {
  return vscode.extensions.getExtension("redhat.vscode-yaml") !== undefined;
}
