import type { Client } from "../../client/client.ts";
import type { TestRun } from "../../contract/testRuns.ts";
import { ago } from "../../core/foundation/formatRelativeTime.ts";
import { back } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { stateWords } from "../../core/foundation/statedValue.ts";
import { selectedOnly } from "../../core/project/selectedProject.ts";
import { summaryWords, testedWords } from "../../core/testrun/formatRun.ts";
import { listRuns } from "../../core/testrun/readTestRuns.ts";
import type { TestOwner } from "../../core/testrun/testSubject.ts";
import type { App, Target } from "../app.ts";

export interface OwnedRun {
  readonly run: TestRun;
  readonly owner: TestOwner;
}

/** Runs to choose from. */
const most = 50;

/** The run that was clicked, or one that is asked for. undefined: escaped, or there is none. */
export async function findRun(
  app: App,
  client: Client,
  { node }: Target,
  title: string,
): Promise<OwnedRun | undefined> {
  if (node?.kind === "testRun") return { run: node.run, owner: node.of };
  const owner = await findOwner(app, client, node, title);
  if (!owner) return undefined;
  const run = await pickRun(app, client, owner, { title, placeholder: "Which run?" });
  return run && { run, owner };
}

interface Question {
  readonly title: string;
  readonly placeholder: string;
  readonly except?: string;
}

export async function pickRun(
  app: App,
  client: Client,
  owner: TestOwner,
  { title, placeholder, except }: Question,
): Promise<TestRun | undefined> {
  const runs = (await listRuns(client, owner, { limit: most })).items.filter(({ id }) => id !== except);
  if (runs.length === 0) {
    say(app, "info", `There is no ${except === undefined ? "" : "other "}test run of ${owner.name} yet.`);
    return undefined;
  }
  const picked = await app.prompts.pick({
    title,
    placeholder,
    choices: runs.map((run) => ({
      label: `${testedWords(run)}, ${stateWords(run)}`,
      description: ago(run.createdAt, Date.now()),
      detail: `${summaryWords(run.summary)}${run.triggeredBy && `, by ${run.triggeredBy}`}`,
      value: run,
    })),
  });
  return picked === back ? undefined : picked;
}

async function findOwner(
  app: App,
  client: Client,
  node: Target["node"],
  title: string,
): Promise<TestOwner | undefined> {
  if (node?.kind === "testRuns") return node.of;
  if (node?.kind === "server") return { kind: "server", id: node.server.id, name: node.server.name };
  if (node?.kind === "skill") return { kind: "skill", id: node.skill.id, name: node.skill.name };
  const owners = await listOwners(app, client);
  if (owners.length === 0) {
    say(app, "info", "There is no server or skill yet, so there are no test runs.");
    return undefined;
  }
  const choices = owners.map((owner) => {
    return {
      label: owner.name,
      description: owner.kind,
      icon: owner.kind === "skill" ? "mortar-board" : "server",
      value: owner,
    };
  });
  const picked = await app.prompts.pick({ title, placeholder: "Of which server or skill?", choices });
  return picked === back ? undefined : picked;
}

/** Servers and skills of the selected project. */
async function listOwners(app: App, client: Client): Promise<readonly TestOwner[]> {
  const input = { limit: 200, ...selectedOnly(app) };
  const owners: TestOwner[] = [];
  for await (const { id, name } of client.list("servers.list", input)) owners.push({ kind: "server", id, name });
  for await (const { id, name } of client.list("skills.list", input)) owners.push({ kind: "skill", id, name });
  return owners;
}
