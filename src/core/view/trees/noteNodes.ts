import {
  hasErrorName,
  isUnclearResponseError,
  readErrorMessage,
  readFailedOperation,
} from "../../foundation/failure.ts";
import { readUnavailability } from "../../foundation/unavailability.ts";
import type { NoteNode } from "../rows/noteTreeRows.ts";

/** In place of a list that cannot be had: what is wrong, and what to do about it. */
export function createFailureNotes(
  where: string,
  error: unknown,
  label = readFirstSentence(readErrorMessage(error)),
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
    {
      kind: "note",
      id: `${where} log`,
      icon: "output",
      label: "Show the log",
      detail: "Every request is in it.",
      command: "fairlead.showLog",
    },
  ];
}

export function createRetryNote(where: string, error: unknown): NoteNode {
  return {
    kind: "note",
    id: `${where} again`,
    icon: "refresh",
    label: "Try again",
    detail: adviceFor(error),
    command: "fairlead.refresh",
  };
}

/** In place of a list that the service does not have, or not for this key: nothing is wrong, so it is one quiet row. */
export function createUnavailableNote(where: string, error: unknown): NoteNode | undefined {
  const found = readUnavailability(error);
  if (!found) return undefined;
  const icon = found.kind === "missing" ? "circle-slash" : "lock";
  const label = found.kind === "missing" ? found.words : "Your key may not see this";
  return { kind: "note", id: `${where} withheld`, icon, label, detail: `${found.words} All else works.` };
}

/** Whoever sees the answer can say what is what in it. */
function mappingNotes(where: string, error: unknown): readonly NoteNode[] {
  const operation = isUnclearResponseError(error) ? readFailedOperation(error) : undefined;
  if (!operation) return [];
  return [
    {
      kind: "note",
      id: `${where} map`,
      icon: "list-selection",
      label: "Map this answer",
      detail: "Say which list it is and which field is what: it is read so from then on.",
      command: "fairlead.answer.map",
      operation,
    },
    {
      kind: "note",
      id: `${where} raw`,
      icon: "json",
      label: "Show raw answer",
      detail: "What the service answers, as it comes.",
      command: "fairlead.openRaw",
      operation,
    },
  ];
}

/** The filter leaves nothing. */
export function createNoMatchNote(where: string, plural: string, filter: string, clear: string): NoteNode {
  return {
    kind: "note",
    id: `${where} nothing`,
    icon: "filter",
    label: `No ${plural} match "${filter}"`,
    detail: "Click to show all again.",
    command: clear,
  };
}

function adviceFor(error: unknown): string {
  if (hasErrorName(error, "NetworkError", "TimeoutError")) return "Check the connection and whether the service runs.";
  if (hasErrorName(error, "UnexpectedAnswerError", "RedirectedError")) return "Check the connection's URL.";
  return "Reads the list again.";
}

/** Messages may be long; a tree has one line, and the tooltip has it all. */
export function readFirstSentence(message: string): string {
  const [line = message] = message.split("\n");
  const end = line.search(/[.!?](\s|$)/);
  return end > 0 ? line.slice(0, end) : line;
}
