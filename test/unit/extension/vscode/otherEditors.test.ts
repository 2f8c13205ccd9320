import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { viewIds } from "../../../../src/extension/base/ports.ts";
import { commandTable } from "../../../../src/extension/workbench/commandTable.ts";
import { readManifest } from "../../../support/readManifest.ts";
import { builtFolder } from "../../../support/testBuild.ts";

const bundle = join(await builtFolder("editor"), "extension.js");
const evaluate = new Function("require", "module", "exports", readFileSync(bundle, "utf8"));
const namespaces =
  "authentication commands env l10n languages lm tests window workspace CodeAction CodeActionKind DiagnosticSeverity DocumentLink EventEmitter FileChangeType FileSystemError FileType LanguageModelTextPart LanguageModelToolResult MarkdownString McpHttpServerDefinition Range Selection StatusBarAlignment TestRunProfileKind ThemeColor ThemeIcon TreeItem TreeItemCollapsibleState Uri ViewColumn".split(
    " ",
  );

/** Can be called and constructed. */
class EditorMember {}

/** An editor that accepts every call, and lacks some functions. `called` has the first argument of each. */
function createEditorApi(missing: readonly string[]) {
  const called = new Map<string, unknown[]>();
  const member = (path: string): unknown => {
    if (missing.includes(path)) return undefined;
    return new Proxy(EditorMember, {
      get: (target, name) => {
        // Of a class that is extended.
        if (name === "prototype") return target.prototype;
        return typeof name === "symbol" ? undefined : readMember(path, name);
      },
      apply: (_, __, given) => {
        called.set(path, [...(called.get(path) ?? []), given[0]]);
        return member(`${path}()`);
      },
      construct: () => new Proxy({}, { get: (_, name) => member(`new ${path}.${String(name)}`) }),
    });
  };
  const values: Record<string, unknown> = { textDocuments: [], bundle: undefined };
  const readMember = (path: string, name: string) => (name in values ? values[name] : member(`${path}.${name}`));
  const api = Object.fromEntries(namespaces.map((name) => [name, member(name)]));
  return { api, called };
}

interface ExtensionModule {
  readonly activate: (context: object) => void;
}

/** Activates the built extension in an editor without these functions. */
function activateWithout(missing: readonly string[]) {
  const { api, called } = createEditorApi(missing);
  const requireModule = createRequire(bundle);
  const load = (id: string): unknown => (id === "vscode" ? api : requireModule(id));
  const module: { exports: ExtensionModule } = { exports: { activate: () => {} } };
  evaluate(load, module, module.exports);
  const packageJSON: unknown = readManifest();
  const memento = { get: () => undefined, update: async () => {}, keys: () => [] };
  const secrets = { onDidChange: () => ({ dispose: () => {} }) };
  const extension = { packageJSON, id: "fairlead.fairlead" };
  const context = { subscriptions: [], extension, secrets, globalState: memento, workspaceState: memento };
  module.exports.activate(context);
  return called;
}

describe("an editor without a function of VS Code", () => {
  test.each([
    [[]],
    [["lm"]],
    [["lm.registerTool"]],
    [["lm.registerMcpServerDefinitionProvider"]],
    [["authentication"]],
    [["authentication.registerAuthenticationProvider"]],
    [["lm", "authentication"]],
  ])("%j has all views and commands", (missing: string[]) => {
    const called = activateWithout(missing);
    expect(called.get("window.createTreeView")).toEqual(viewIds);
    expect(called.get("commands.registerCommand")?.toSorted()).toEqual(Object.keys(commandTable).toSorted());
    const isRegistered = (path: string) => called.has(path);
    const optional = ["lm.registerTool", "authentication.registerAuthenticationProvider"];
    const left = optional.filter((path) => !missing.some((one) => path === one || path.startsWith(`${one}.`)));
    expect(optional.filter(isRegistered)).toEqual(left);
  });
});
