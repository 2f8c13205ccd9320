import { workspace } from "vscode";
import { createAuditLogs } from "../account/model/auditLogs.ts";
import type { AgentFiles } from "../agents/model/agentFiles.ts";
import { createConsoleDocuments } from "../console/model/consoleDocuments.ts";
import { createSourceLinks } from "../deployment/model/sourceLinks.ts";
import { createInputDocuments, createVirtualFiles, type TextDocuments } from "../documents/model/virtualFiles.ts";
import { createSourceUpdates } from "../skill/model/source/sourceUpdates.ts";
import { createViewTrees } from "../workbench/tree/viewTrees.ts";
import { createViewFilters } from "../workbench/viewFilters.ts";
import type { CommandServices } from "./createCommandServices.ts";
import { createEditorOwnedDocuments } from "./editors/editorOwnedDocuments.ts";
import { createSkillsOfThisMachine } from "./storage/skillsOfThisMachine.ts";

export type EditorContent = ReturnType<typeof createEditorContent>;

/** The content of views and documents. */
export function createEditorContent(services: CommandServices, texts: TextDocuments, agentFiles: AgentFiles) {
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
    connections,
    memory,
    versions,
    mcp,
    localSkills,
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
    /** The parts that commands use. */
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
    /** Fires when workspace files of a skill may have changed. */
    onDidChangeSkills: skills.onDidChange,
    dispose: () => {
      for (const one of disposables) one.dispose();
    },
  };
}
