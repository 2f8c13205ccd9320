import { workspace } from "vscode";
import type { AccountServices } from "../account/accountServices.ts";
import { createAuditLogs } from "../account/model/auditLogs.ts";
import type { AgentsServices } from "../agents/agentsServices.ts";
import type { AgentFiles } from "../agents/model/agentFiles.ts";
import type { Disposable } from "../base/ports.ts";
import type { ConsoleServices } from "../console/consoleServices.ts";
import { createConsoleDocuments } from "../console/model/consoleDocuments.ts";
import type { DeploymentServices } from "../deployment/deploymentServices.ts";
import { createSourceLinks } from "../deployment/model/sourceLinks.ts";
import type { DocumentsServices } from "../documents/documentsServices.ts";
import type { JsonDocuments } from "../documents/model/jsonDocuments.ts";
import {
  createInputDocuments,
  createVirtualFiles,
  type TextDocuments,
  type VirtualFiles,
} from "../documents/model/virtualFiles.ts";
import { createSourceUpdates } from "../skill/model/source/sourceUpdates.ts";
import type { SkillServices } from "../skill/skillServices.ts";
import type { WorkbenchServices } from "../workbench/app.ts";
import { createViewTrees, type ViewTrees } from "../workbench/tree/viewTrees.ts";
import { createViewFilters } from "../workbench/viewFilters.ts";
import type { CommandServices } from "./createCommandServices.ts";
import { createEditorOwnedDocuments } from "./editors/editorOwnedDocuments.ts";
import { createSkillsOfThisMachine } from "./storage/skillsOfThisMachine.ts";

/** The content of views and documents. */
export interface EditorContent extends Disposable {
  /** The parts that commands use. */
  readonly commandParts: DocumentsServices &
    AgentsServices &
    ConsoleServices &
    Pick<
      AccountServices & SkillServices & DeploymentServices & WorkbenchServices,
      "auditLogs" | "filters" | "folders" | "localSkills" | "sourceLinks"
    >;
  readonly trees: ViewTrees;
  readonly settings: JsonDocuments;
  readonly files: VirtualFiles;
  /** Fires when workspace files of a skill may have changed. */
  readonly onDidChangeSkills: (listener: () => void) => Disposable;
}

export function createEditorContent(
  services: CommandServices,
  texts: TextDocuments,
  agentFiles: AgentFiles,
): EditorContent {
  const { connections, memory, log, polling, documents, mcp, versions, documentChanges, folderChanges } = services;
  const filters = createViewFilters(memory);
  const operations = createConsoleDocuments();
  const auditLogs = createAuditLogs();
  const skills = createSkillsOfThisMachine(log);
  const { folders, local: localSkills } = skills;
  const owned = createEditorOwnedDocuments(services);
  const { settings, profile } = owned;
  const editable = { operation: createInputDocuments(operations), settings, profile };
  const client = () => connections.quiet();
  const files = createVirtualFiles({ client, versions, texts, operations, auditLogs, editable, log, polling });
  const sourceLinks = createSourceLinks({ client, connections, documents, memory, versions });
  const { fetchSourceBytes, openGitRepository, settings: readSettings } = services;
  const sourceUpdates = createSourceUpdates({
    fetchSourceBytes,
    openGitRepository,
    mcp,
    memory,
    log,
    now: Date.now,
    // The addresses come from files of the workspace.
    isAllowed: () => workspace.isTrusted && readSettings().checksSources,
  });
  const trees = createViewTrees({
    ...{ connections, memory, versions, mcp, localSkills },
    machine: folders.machine,
    documentChanges,
    folderChanges,
    filters,
    sourceUpdates,
    now: Date.now,
    agents: { files: agentFiles, memory },
  });
  const disposables = [owned.listening, skills, ...Object.values(trees)];
  return {
    commandParts: {
      agentFiles,
      auditLogs,
      filters,
      folders,
      localSkills,
      operations,
      sourceLinks,
      settingsDocuments: { send: owned.send },
    },
    trees,
    settings,
    files,
    onDidChangeSkills: skills.onDidChange,
    dispose: () => {
      for (const one of disposables) one.dispose();
    },
  };
}
