import * as l10n from "@vscode/l10n";
import {
  commands,
  Range,
  Selection,
  type Tab,
  TabInputCustom,
  TabInputText,
  type TextDocument,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import type { ComparedFile, ComparedSide, EditorDocuments, NamedText, PageOptions } from "../../base/ports.ts";
import { virtualScheme } from "../../base/uris/virtualScheme.ts";
import { textUri } from "../../base/uris/virtualUris.ts";
import type { TextDocuments } from "../../documents/model/virtualFiles.ts";
import { isInsideFolder } from "../../skill/model/disk/containedPath.ts";
import { findCaseFiles, findOpenApiFiles, findServerFolders, findSkillFolders } from "../storage/findWorkspaceFiles.ts";
import { changeFolder, isFolder, readFile, readFolder } from "../storage/folders.ts";

export interface DocumentParts {
  readonly diagnose: EditorDocuments["diagnose"];
  readonly texts: TextDocuments;
}

export function createDocuments({ diagnose, texts }: DocumentParts): EditorDocuments {
  return {
    read: async (uri) => (await workspace.openTextDocument(Uri.parse(uri, true))).getText(),
    readPart,
    active: () => {
      const document = window.activeTextEditor?.document;
      return document && { uri: document.uri.toString(), text: document.getText() };
    },
    findOpenApi: async () => {
      const found = await findOpenApiFiles();
      return found
        .map((uri) => ({ uri: uri.toString(), label: workspace.asRelativePath(uri) }))
        .sort((one, other) => one.label.localeCompare(other.label));
    },
    trustedFolders: () =>
      (workspace.isTrusted ? (workspace.workspaceFolders ?? []) : []).map(({ uri }) => uri.toString()),
    findSkills: findSkillFolders,
    findServerFolders,
    findCaseFiles,
    show,
    replace,
    save: async (target) => {
      const unsaved = workspace.textDocuments.filter(
        ({ uri, isDirty }) => isDirty && (uri.toString() === target || uri.toString().startsWith(`${target}/`)),
      );
      for (const document of unsaved) await document.save();
    },
    open: async (uri) => {
      await commands.executeCommand("vscode.open", Uri.parse(uri, true));
    },
    showText: (text, name, follow) => show(textUri(texts.add(text, follow), { name })),
    showDifference: async (title, left, right) => {
      const [from, to] = [left, right].map((side) => Uri.parse(textUri(texts.add(side.text), side), true));
      await commands.executeCommand("vscode.diff", from, to, title);
    },
    showMarkdown: (text, name, options) => showPreview(textUri(texts.add(text), { name }), options),
    merge: (uri, sides) => openMergeEditor(texts, uri, sides),
    compare: (title, pairs, options) => openDiffEditor(texts, title, pairs, options),
    draft: async (uri, text, line) => {
      await write(uri, text);
      await show(uri, { preview: false, line });
    },
    saveAs: async ({ title, action, name }, text) => {
      const [first] = workspace.workspaceFolders ?? [];
      const defaultUri = first ? Uri.joinPath(first.uri, name) : Uri.file(name);
      // VS Code appends the first extension to a name that has none of them.
      const filters = /\.ya?ml$/.test(name) ? yamlFiles : /\.json$/.test(name) ? jsonFiles : {};
      const file = await window.showSaveDialog({ title, saveLabel: action, filters, defaultUri });
      if (file) await workspace.fs.writeFile(file, Buffer.from(text));
      return file?.toString();
    },
    promptForFile: async ({ title, action, yaml = false, anyType = false }) => {
      const filters = yaml ? yamlFiles : jsonFiles;
      const files = { canSelectFiles: true, canSelectFolders: false };
      const options = { ...folderDialog(), ...files, ...(anyType ? {} : { filters }) };
      const [file] = (await window.showOpenDialog({ ...options, title, openLabel: action })) ?? [];
      return file?.toString();
    },
    promptForFolder: async ({ title, action, from }) => {
      const options = { ...folderDialog(), ...(from !== undefined && { defaultUri: Uri.parse(from, true) }) };
      const [folder] = (await window.showOpenDialog({ ...options, title, openLabel: action })) ?? [];
      return folder?.toString();
    },
    readFolder: (uri) => readFolder(Uri.parse(uri, true)),
    changeFolder: (uri, change) => changeFolder(Uri.parse(uri, true), change),
    isFolder: (uri) => isFolder(Uri.parse(uri, true)),
    readFile: (uri) => readFile(Uri.parse(uri, true)),
    diagnose,
    openFolder: async (uri) => {
      await commands.executeCommand("vscode.openFolder", Uri.parse(uri, true), { forceNewWindow: true });
    },
    showProblems: async () => {
      // `workbench.actions.view.problems` closes a view that has the focus already.
      await commands.executeCommand("workbench.panel.markers.view.focus");
    },
  };
}

const show: EditorDocuments["show"] = async (
  uri,
  { preview = true, line, column = 0, beside = false, preserveFocus = beside } = {},
) => {
  const document = await workspace.openTextDocument(Uri.parse(uri, true));
  const viewColumn = beside ? (findColumn(document.uri) ?? ViewColumn.Beside) : ViewColumn.Active;
  const editor = await window.showTextDocument(document, { preview, viewColumn, preserveFocus });
  if (line === undefined) return;
  editor.selection = new Selection(line, column, line, column);
  editor.revealRange(new Range(line, column, line, column), TextEditorRevealType.InCenterIfOutsideViewport);
};

/** The column that shows the document. */
function findColumn(uri: Uri): ViewColumn | undefined {
  const isDocumentTab = ({ input }: Tab) => input instanceof TabInputText && input.uri.toString() === uri.toString();
  return window.tabGroups.all.find(({ tabs }) => tabs.some(isDocumentTab))?.viewColumn;
}

const replace: EditorDocuments["replace"] = async (uri, text) => {
  const document = await write(uri, text);
  await document.save();
};

async function write(uri: string, text: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(Uri.parse(uri, true));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), text);
  await workspace.applyEdit(edit);
  return document;
}

const jsonFiles = { JSON: ["json"] };
const yamlFiles = { [l10n.t("JSON or YAML")]: ["yaml", "yml", "json"] };

async function showPreview(uri: string, { preserveFocus = false }: PageOptions = {}): Promise<AsyncDisposable> {
  const shown = Uri.parse(uri, true);
  const hasPath = createTextTabMatch((one) => one.path === shown.path);
  const isShown = createTextTabMatch((one) => one.path === shown.path && one.query === shown.query);
  try {
    // The command `markdown.showPreview` has one preview for all documents; its editor has one for each.
    const editor = "vscode.markdown.preview.editor";
    await commands.executeCommand("vscode.openWith", shown, editor, { preview: false, preserveFocus });
  } catch {
    // VS Code's Markdown extension is disabled, so show the source.
    await show(uri);
  }
  await createTabDisposable((tab) => hasPath(tab) && !isShown(tab))[Symbol.asyncDispose]();
  return createTabDisposable(isShown);
}

/** Whether a tab has a text of the extension. */
const createTextTabMatch =
  (matches: (uri: Uri) => boolean) =>
  ({ input }: Tab): boolean =>
    (input instanceof TabInputCustom || input instanceof TabInputText) &&
    input.uri.scheme === virtualScheme &&
    matches(input.uri);

function folderDialog() {
  const [first] = workspace.workspaceFolders ?? [];
  return {
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    ...(first && { defaultUri: first.uri }),
  };
}

type Sides = Parameters<EditorDocuments["merge"]>[1];

/** Opens the merge editor. Its command is internal to VS Code and may change, so the diff editor is the fallback. */
async function openMergeEditor(texts: TextDocuments, uri: string, { base, remote, local }: Sides): Promise<void> {
  const toUri = (side: NamedText) => Uri.parse(textUri(texts.add(side.text), side), true);
  const output = Uri.parse(uri, true);
  const input1 = { uri: toUri(remote), title: l10n.t("Theirs") };
  try {
    const input2 = { uri: toUri(local), title: l10n.t("Yours") };
    await commands.executeCommand("_open.mergeEditor", { base: toUri(base), input1, input2, output });
  } catch {
    await commands.executeCommand("vscode.diff", input1.uri, output, l10n.t`${remote.name}: Theirs and Yours`);
  }
}

/** Opens the diff editor for one file, and the multi diff editor for several, whose tabs say how many. */
async function openDiffEditor(
  texts: TextDocuments,
  title: string,
  pairs: readonly ComparedFile[],
  { preserveFocus = false }: PageOptions = {},
): Promise<AsyncDisposable> {
  const uriOf = (side: ComparedSide) => {
    if (side === undefined) return undefined;
    return Uri.parse(typeof side === "string" ? side : textUri(texts.add(side.text), side), true);
  };
  const files = pairs.map(({ label, left, right }) => ({ label, left: uriOf(left), right: uriOf(right) }));
  const [only] = files;
  if (files.length === 1 && only?.left && only.right) {
    const label = `${only.label}: ${title}`;
    await commands.executeCommand("vscode.diff", only.left, only.right, label, { preserveFocus });
    return createTabDisposable((tab) => tab.label === label);
  }
  const list = files.flatMap(({ left, right }) => {
    const name = right ?? left;
    return name ? [[name, left, right]] : [];
  });
  if (list.length > 0) await commands.executeCommand("vscode.changes", title, list);
  return createTabDisposable((tab) => tab.label.startsWith(`${title} (`));
}

/** Closes the tabs that match. */
const createTabDisposable = (matches: (tab: Tab) => boolean): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    await window.tabGroups.close(
      window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(matches)),
      true,
    );
  },
});

/** Reads a file for a document that refers to it, which may be somebody else's: nothing outside of its workspace folder. */
export const readPart: EditorDocuments["readPart"] = async (documentUri, partUri, { isSaved = false } = {}) => {
  const part = Uri.parse(partUri, true);
  const folder = workspace.getWorkspaceFolder(Uri.parse(documentUri, true));
  if (!folder || workspace.getWorkspaceFolder(part) !== folder || !(await isInside(folder.uri, part))) return undefined;
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === part.toString());
  if (open && !isSaved) return open.getText();
  const bytes = await readFile(part);
  return bytes && new TextDecoder().decode(bytes);
};

/** A virtual file system has no links that could lead out of the folder. */
const isInside = async (folder: Uri, file: Uri) =>
  folder.scheme !== "file" || isInsideFolder(folder.fsPath, file.fsPath);
