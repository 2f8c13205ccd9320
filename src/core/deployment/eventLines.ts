import { stripVTControlCharacters } from "node:util";
import type { Deployment, DeploymentEvent } from "../../contract/deployments.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { formatState } from "../foundation/serviceState.ts";

/** What a server writes may hold colours and other control characters: neither a channel nor a document shows them. */
export function splitPlainLines(text: string): string[] {
  const plain = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n");
  return plain
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => toVisibleText(line.replaceAll(/(?!\t)\p{Cc}/gu, "")));
}

/** An event as the lines of `Fairlead Events`, further lines of one message set in. */
export function formatEventLines(serverName: string, { at, level, message }: DeploymentEvent): string[] {
  const [first = "", ...more] = splitPlainLines(message ?? "");
  const state = formatState(level);
  return [
    [at, state && `[${state}]`, `${serverName}: ${first}`].filter(Boolean).join(" "),
    ...more.map((line) => `    ${line}`),
  ];
}

/** Why a deployment failed, and the last that its server wrote. */
export function formatFailureLines(failure: NonNullable<Deployment["failure"]>): string[] {
  const log = (failure.log ?? []).flatMap(splitPlainLines);
  return [
    `    Failed${failure.step ? ` at ${failure.step}` : ""}${failure.message ? `: ${failure.message}` : "."}`,
    ...(log.length > 0 ? ["    Its last lines:", ...log.map((line) => `    | ${line}`)] : []),
  ];
}
