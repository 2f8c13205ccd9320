import * as l10n from "@vscode/l10n";
import { createLineIndex } from "../../../text/position/lineIndex.ts";

/** The configuration file of an agent cannot be read or changed. */
export class AgentFileError extends Error {
  override readonly name = "AgentFileError";
}

/** Names the place of a problem, so that the user can correct it. */
export function createPlaceError(text: string, offset: number, reason: string): AgentFileError {
  const { line, column } = createLineIndex(text).range([offset, offset]);
  return new AgentFileError(l10n.t`line ${line}, column ${column}: ${reason}`);
}
