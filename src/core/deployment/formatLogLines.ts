import { type Deployment, type DeploymentEvent, isFinished } from "../../contract/deployments.ts";
import { said, stateWords } from "../foundation/statedValue.ts";
import { failureLines, plainLines } from "./eventLines.ts";
import { sectionHeading } from "./logSections.ts";

/** What stands above the events. */
export function logHead(deployment: Deployment, serverName: string): string[] {
  const { id, version, status, createdAt, triggeredBy, failure } = deployment;
  const finishedAt = said(deployment.finishedAt);
  const ended = isFinished(status) && finishedAt ? ` at ${finishedAt}` : "";
  const ordered = [said(createdAt) && `at ${createdAt}`, triggeredBy && `by ${triggeredBy}`].filter(Boolean).join(" ");
  return [
    `${serverName} ${version}, deployment ${id}`,
    `${stateWords(deployment)}${ended}${ordered && `; ordered ${ordered}`}`,
    ...(failure ? failureLines(failure).map((line) => line.trimStart()) : []),
    "",
  ];
}

/** An event as lines of a log, under a heading where it begins a step or a state. */
export function logLines(event: DeploymentEvent): string[] {
  const [first = "", ...more] = plainLines(event.message);
  const title = titleOf(event);
  return [
    ...(title === undefined ? [] : [`${sectionHeading}${title}`]),
    `${(said(event.at)?.slice(11, 23) ?? "").padEnd(12)} ${event.level.padEnd(7)} ${first}`,
    ...more.map((line) => `${" ".repeat(21)}${line}`),
  ];
}

function titleOf({ kind, data }: DeploymentEvent): string | undefined {
  if (kind === "state" && typeof data?.status === "string") return data.status;
  const begins = kind === "step" && data?.phase !== "end" && typeof data?.step === "string";
  return begins ? `step ${data?.step}` : undefined;
}
