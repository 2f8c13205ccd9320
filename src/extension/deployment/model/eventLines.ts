import { stripVTControlCharacters } from "node:util";
import * as l10n from "@vscode/l10n";
import type { Deployment, DeploymentEvent } from "../../../contract/deployments.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { formatState } from "../../base/serviceState.ts";

/** Server output may hold colours and control characters, which neither a channel nor a document shows. */
export function splitPlainLines(text: string): string[] {
  const plain = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n");
  let end = plain.length;
  while (plain[end - 1] === "\n") end -= 1;
  return plain
    .slice(0, end)
    .split("\n")
    .map((line) => toVisibleText(line.replaceAll(/(?!\t)\p{Cc}/gu, "")));
}

/** The same on one line, for what is not a message: a name or a time of a service would else be a line of another server. */
export const toPlainLine = (text: string) => splitPlainLines(text).join(" ");

/** An event as lines of `Fairlead Events`; further lines of a message are indented. */
export function formatEventLines(serverName: string, event: DeploymentEvent): string[] {
  const { at, level, message = "" } = event;
  const [first = "", ...more] = splitPlainLines(message);
  const state = formatState(level);
  return [
    toPlainLine([at, state && `[${state}]`, `${serverName}: ${first}`].filter(Boolean).join(" ")),
    ...more.map((line) => `    ${line}`),
  ];
}

/** Why a deployment failed, and the last lines of its server's output. */
export function formatFailureLines(failure: NonNullable<Deployment["failure"]>): string[] {
  const log = (failure.log ?? []).flatMap(splitPlainLines);
  const failed = failure.step ? l10n.t`Failed at ${failure.step}` : l10n.t("Failed");
  return [
    `    ${toPlainLine(`${failed}${failure.message ? `: ${failure.message}` : "."}`)}`,
    ...(log.length > 0 ? [`    ${l10n.t("Its last lines:")}`, ...log.map((line) => `    | ${line}`)] : []),
  ];
}
