import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { findOutputError } from "../../../text/output/findOutputError.ts";
import type { CodePosition } from "../../../text/position/sourceLocations.ts";
import { splitPlainLines } from "./eventLines.ts";

/** Why a deployment failed, as its server's output says it. */
export interface FailureCause {
  /** One line. */
  readonly message: string;
  /** The environment variable that the message is about. */
  readonly variable: string | undefined;
  /** Where the error was thrown, the innermost call first. */
  readonly positions: readonly CodePosition[];
}

const variableName = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;
const capitals = /\b[A-Z][A-Z0-9_]{2,}\b/g;
const missing =
  /\b(?:not (?:set|defined|provided|configured)|unset|missing|required|must be (?:set|given|defined)|undefined|empty|needs? a value)\b/i;

/** Finds the cause in the output that the service sends with a failure. */
export function findFailureCause(
  { failure }: Pick<Deployment, "failure">,
  server: Pick<Server, "variables"> | undefined,
): FailureCause | undefined {
  if (!failure) return undefined;
  const known = (server?.variables ?? []).map(({ name }) => name);
  const lines = (failure.log ?? []).flatMap(splitPlainLines);
  const error = findOutputError(lines);
  const findVariable = (text: string) => findKnownVariable(text, known) ?? findMissingVariable(text);
  if (error) return { ...error, variable: findVariable(error.message) };
  // Other output names a variable also when all is well.
  const message = [...lines.toReversed(), failure.message ?? ""].find(
    (line) => missing.test(line) && findVariable(line),
  );
  return message === undefined
    ? undefined
    : { message: message.trim(), variable: findVariable(message), positions: [] };
}

function findKnownVariable(text: string, known: readonly string[]): string | undefined {
  return text.match(capitals)?.find((name) => known.includes(name));
}

/** It becomes the label of a button. */
const longestName = 64;

/** A name in the manner of variables that the text says is missing. */
function findMissingVariable(text: string): string | undefined {
  const name = missing.test(text) ? variableName.exec(text)?.[0] : undefined;
  return name !== undefined && name.length <= longestName ? name : undefined;
}
