import { stripVTControlCharacters } from "node:util";
import type { Deployment, DeploymentEvent } from "../../contract/deployments.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { statedValue } from "../foundation/statedValue.ts";

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
  const [first = "", ...more] = splitPlainLines(message);
  const time = statedValue(at);
  return [
    `${time === undefined ? "" : `${time} `}[${level}] ${serverName}: ${first}`,
    ...more.map((line) => `    ${line}`),
  ];
}

/** Why a deployment failed, and the last that its server wrote. */
export function formatFailureLines(failure: NonNullable<Deployment["failure"]>): string[] {
  const log = failure.log.flatMap(splitPlainLines);
  return [
    `    Failed at ${failure.step}: ${failure.message}`,
    ...(log.length > 0 ? ["    Its last lines:", ...log.map((line) => `    | ${line}`)] : []),
  ];
}
