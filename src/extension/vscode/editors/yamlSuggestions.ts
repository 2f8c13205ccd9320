import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { overlayFileSchema } from "../../../generator/overlay/overlaySchema.ts";
import { caseFileSchemas, createYamlHelp, type YamlHelp } from "../../../testcases/createYamlHelp.ts";
import { toRange } from "./toDiagnostic.ts";

const schemas = {
  "server-cases": caseFileSchemas["server-cases"],
  "skill-scripts": caseFileSchemas["skill-scripts"],
  overlay: overlayFileSchema,
} as const;

export type YamlFileKind = keyof typeof schemas;

/** Completions and hovers of files in YAML. VS Code itself has them for JSON only. */
export function createYamlSuggestions() {
  const helpByKind = new Map<YamlFileKind, YamlHelp>();
  const help = (kind: YamlFileKind) => {
    const yamlHelp = helpByKind.get(kind) ?? createYamlHelp(schemas[kind]);
    helpByKind.set(kind, yamlHelp);
    return yamlHelp;
  };
  return {
    completions: (kind: YamlFileKind, document: vscode.TextDocument, position: vscode.Position) => {
      const keys = isHelpedElsewhere()
        ? []
        : help(kind).keysAt(document.getText(), position.line + 1, position.character + 1);
      return keys.map(({ name, description, isRequired, isDeep, range }) => {
        const isKey = document.lineAt(position.line).text.startsWith(":", range.endColumn - 1);
        const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Property);
        item.documentation = description;
        item.detail = isRequired ? l10n.t("required") : "";
        item.sortText = `${isRequired ? "0" : "1"}${name}`;
        item.insertText = isKey ? name : isDeep ? `${name}:` : `${name}: `;
        item.range = toRange(range);
        return item;
      });
    },
    hover: (kind: YamlFileKind, document: vscode.TextDocument, position: vscode.Position) => {
      const key = isHelpedElsewhere()
        ? undefined
        : help(kind).keyAt(document.getText(), position.line + 1, position.character + 1);
      return key && new vscode.Hover(new vscode.MarkdownString(key.description), toRange(key.range));
    },
  };
}

/** The YAML extension gets the same schemas from the manifest. */
function isHelpedElsewhere(): boolean {
  return vscode.extensions.getExtension("redhat.vscode-yaml") !== undefined;
}
