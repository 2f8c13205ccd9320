import * as l10n from "@vscode/l10n";
import { hasErrorName, isUnclearResponseError, readErrorMessage, readFailedOperation } from "../../base/failure.ts";
import type { NoteNode } from "../../base/rows/noteTreeRows.ts";
import { readUnavailability } from "../../base/unavailability.ts";

/** Notes for a list that cannot be read: the problem, and the next step. A narrow side bar shows about 28 characters of a label. */
export function createFailureNotes(
  where: string,
  error: unknown,
  label = isUnreachableError(error) ? l10n.t("Service not reached") : readFirstSentence(readErrorMessage(error)),
): readonly NoteNode[] {
  const message = readErrorMessage(error);
  return [
    {
      kind: "note",
      id: `${where} what`,
      icon: "error",
      label,
      detail: message,
      command: "fairlead.showLog",
    },
    ...mappingNotes(where, error),
    createRetryNote(where, error),
    ...(isUnreachableError(error) ? [createSwitchNote(where)] : []),
    {
      kind: "note",
      id: `${where} log`,
      icon: "output",
      label: l10n.t("Show the log"),
      detail: l10n.t("Every request is in it."),
      command: "fairlead.showLog",
    },
  ];
}

function createRetryNote(where: string, error: unknown): NoteNode {
  return {
    kind: "note",
    id: `${where} again`,
    icon: "refresh",
    label: l10n.t("Try again"),
    detail: adviceFor(error),
    command: "fairlead.refresh",
  };
}

/** The way on where a service does not come back. */
function createSwitchNote(where: string): NoteNode {
  return {
    kind: "note",
    id: `${where} switch`,
    icon: "arrow-swap",
    label: l10n.t("Switch connection"),
    detail: l10n.t("Uses the local service or another one."),
    command: "fairlead.connection.switch",
  };
}

function isUnreachableError(error: unknown): boolean {
  return hasErrorName(error, "NetworkError", "TimeoutError");
}

/** A single note for a list that the service does not have, or forbids for this key: this is not an error. */
export function createUnavailableNote(where: string, error: unknown): NoteNode | undefined {
  const found = readUnavailability(error);
  if (!found) return undefined;
  const icon = found.kind === "missing" ? "circle-slash" : "lock";
  const label = found.kind === "missing" ? found.message : l10n.t("Your key may not see this");
  return {
    kind: "note",
    id: `${where} hidden`,
    icon,
    label,
    detail: l10n.t`${found.message} Everything else works.`,
  };
}

/** The user can say in the profile how the response is read. */
function mappingNotes(where: string, error: unknown): readonly NoteNode[] {
  const operation = isUnclearResponseError(error) ? readFailedOperation(error) : undefined;
  if (!operation) return [];
  return [
    {
      kind: "note",
      id: `${where} map`,
      icon: "list-selection",
      label: l10n.t("Open Service Profile"),
      detail: l10n.t("Say what the values of this service mean."),
      command: "fairlead.compatibility.check",
      operation,
    },
    {
      kind: "note",
      id: `${where} raw`,
      icon: "json",
      label: l10n.t("Show raw answer"),
      detail: l10n.t("The unchanged response of the service."),
      command: "fairlead.openRaw",
      operation,
    },
  ];
}

/** The service does not say whether the list ends with its last row. */
export function createUnprovenEndNote(where: string): NoteNode {
  return {
    kind: "note",
    id: `${where} end`,
    icon: "ellipsis",
    label: l10n.t("More may exist"),
    detail: l10n.t(
      "The service does not say whether its list ends here. The profile of this service can say how its pages follow.",
    ),
    command: "fairlead.profile.edit",
  };
}

/** The filter of a view matches nothing. */
export function createNoMatchNote(view: string, label: string): NoteNode {
  return {
    kind: "note",
    id: `${view} nothing`,
    icon: "filter",
    label,
    detail: l10n.t("Click to change the filter."),
    command: `${view}.filter`,
  };
}

function adviceFor(error: unknown): string {
  if (isUnreachableError(error)) return l10n.t("Check the connection and whether the service runs.");
  if (hasErrorName(error, "UnexpectedAnswerError", "RedirectedError")) return l10n.t("Check the connection's URL.");
  return l10n.t("Reads the list again.");
}

/** The tree shows one line of a message; the tooltip shows all of it. */
export function readFirstSentence(message: string): string {
  const [line = message] = message.split("\n");
  const end = line.search(/[.!?](\s|$)/);
  return end > 0 ? line.slice(0, end) : line;
}
