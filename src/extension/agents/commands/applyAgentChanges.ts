import * as l10n from "@vscode/l10n";
import { readDocumentName } from "../../../text/documentName.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { ComparedFile } from "../../base/ports.ts";
import { confirmShownChange } from "../../base/prompts/confirmShownChange.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { type AgentFile, AgentFileChangedError } from "../model/agentFiles.ts";

/** A change of one entry in the file of an agent. */
export interface AgentChange {
  readonly file: AgentFile;
  /** The text of the file with the change. It is called again when the file changed in the meantime. */
  readonly edit: (text: string | undefined) => string;
  /** Absent: it may always be written. */
  readonly mayWrite?: () => boolean;
  /** Called when the file has the change. */
  readonly onWritten: () => Promise<void>;
}

/** The file cannot be changed; the message names it and says why. */
export class AgentChangeError extends Error {
  override readonly name = "AgentChangeError";
}

export type ApplyAgentChangesContext = EditorServices & AgentsServices;

interface Question {
  /** The title of the diff editor. */
  readonly title: string;
  readonly message: string;
  readonly action: string;
}

/** Shows the changes, asks, and writes them. Returns whether all files have their changes now; false: the user cancelled. */
export async function applyAgentChanges(
  app: ApplyAgentChangesContext,
  question: Question,
  changes: readonly AgentChange[],
): Promise<boolean> {
  let left = changes;
  while (left.length > 0) {
    const planned = await Promise.all(left.map((change) => planChange(app, change)));
    const differing = planned.filter(({ before, after }) => before !== after);
    if (differing.length > 0) {
      const { title, message, action } = question;
      const page = await app.documents.compare(title, differing.map(toComparedFile), { preserveFocus: true });
      if (!(await confirmShownChange(app, { title, question: message, action, page }))) return false;
    }
    left = await writeChanges(app, planned);
    if (left.length > 0) void app.messages.warning(formatChanged(left));
  }
  return true;
}

type PlannedChange = Awaited<ReturnType<typeof planChange>>;

async function planChange({ agentFiles }: AgentsServices, change: AgentChange) {
  try {
    const before = await agentFiles.read(change.file);
    return { ...change, before, after: change.edit(before) };
  } catch (error) {
    throw describeFailure(change, error);
  }
}

/** Returns the changes whose files are no longer as they were shown. */
async function writeChanges(
  { agentFiles }: AgentsServices,
  planned: readonly PlannedChange[],
): Promise<readonly AgentChange[]> {
  const left: AgentChange[] = [];
  const failures: AgentChangeError[] = [];
  for (const change of planned) {
    const { file, before, after, onWritten, mayWrite } = change;
    if (mayWrite?.() === false) {
      left.push(change);
      continue;
    }
    try {
      if (before !== after) await agentFiles.write(file, before, after);
      await onWritten();
    } catch (error) {
      if (error instanceof AgentFileChangedError) left.push(change);
      else failures.push(describeFailure(change, error));
    }
  }
  // A file that cannot be written does not keep the others from their changes.
  const [cause] = failures;
  if (cause) throw new AgentChangeError(failures.map(({ message }) => message).join(" "), { cause });
  return left;
}

function toComparedFile({ file, before, after }: PlannedChange): ComparedFile {
  const name = readDocumentName(file.path.replaceAll("\\", "/"));
  return {
    label: file.label,
    left: before === undefined ? undefined : { name, text: before },
    right: { name, text: after },
  };
}

function describeFailure({ file }: AgentChange, cause: unknown): AgentChangeError {
  return new AgentChangeError(l10n.t`${file.label} was not changed: ${readErrorMessage(cause)}`, { cause });
}

const formatChanged = (changes: readonly AgentChange[]) =>
  l10n.t`${changes.map(({ file }) => file.label).join(", ")} changed in the meantime, so nothing was written there. Look at the new change.`;
