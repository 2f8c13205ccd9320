import type { OperationName } from "../../../src/contract/operations.ts";
import { type Fields, isFields } from "../../support/simulated/json.ts";
import type { RecordedChange } from "../../support/simulated/simulatedService.ts";
import { createTruthSkillFiles } from "../../support/simulated/truth/truthData.ts";
import { abbreviateJson } from "./compare.ts";
import type { ChangeVerdict, JudgedDialect } from "./judgedService.ts";

/** A change as the editor makes it; ids are the truth's. */
interface Change {
  readonly operation: OperationName;
  readonly input: Fields;
  /** The input that must reach the service, in the contract's terms. */
  readonly wanted: Fields;
  /** Checks the response. */
  readonly answers?: (answer: unknown) => boolean;
}

/** Makes each change once and counts the effects. */
export async function judgeChanges(of: JudgedDialect): Promise<readonly ChangeVerdict[]> {
  const verdicts: ChangeVerdict[] = [];
  for (const change of await changesOf(of)) {
    const verdict = await judgeChange(of, change);
    if (verdict) verdicts.push(verdict);
  }
  return verdicts;
}

async function changesOf({ truth, seed }: JudgedDialect): Promise<readonly Change[]> {
  const idOf = async (operation: OperationName, from: number) => {
    const items = await truth.all(operation, {});
    const item = items.at(from);
    return item && String(item.id);
  };
  const project = await idOf("projects.list", 1);
  const server = await idOf("servers.list", -1);
  // Not the deployed server, because the generated version could be started.
  const generated = await idOf("servers.list", -2);
  const skill = await idOf("skills.list", -2);
  const connection = await idOf("oauthConnections.list", 1);
  const key = await idOf("apiKeys.list", 1);
  const installation =
    skill === undefined
      ? undefined
      : (await truth.all("skill.installations", { id: skill })).find(({ status }) => status === "installed");
  const name = `Made ${seed}`;
  const skillName = String((await truth.all("skills.list", {})).at(-2)?.name);
  const changed = createTruthSkillFiles(skillName, "Say more.");
  const source = {
    kind: "files",
    files: [{ path: "main.mjs", encoding: "utf8", content: "// nothing" }],
    entry: "main.mjs",
  };
  const target = { scope: "workspace", agent: "claude", path: `/w/${seed}`, machine: "m" };
  const some = (change: Change, ...needed: (string | undefined)[]) => (needed.includes(undefined) ? [] : [change]);
  return [
    { operation: "projects.create", input: { name, description: "By the judge." }, wanted: { name } },
    ...some(
      {
        operation: "project.update",
        input: { id: project, name: `Renamed ${seed}` },
        wanted: { name: `Renamed ${seed}` },
      },
      project,
    ),
    ...some(
      { operation: "servers.create", input: { projectId: project, name }, wanted: { projectId: project, name } },
      project,
    ),
    ...some(
      {
        operation: "server.update",
        input: { id: server, name: `Renamed ${seed}` },
        wanted: { name: `Renamed ${seed}` },
      },
      server,
    ),
    ...some({ operation: "server.generate", input: { id: generated, source }, wanted: {} }, generated),
    ...some({ operation: "server.deploy", input: { id: server, version: "1.0.0" }, wanted: {} }, server),
    ...some({ operation: "serverTestRuns.start", input: { id: server, cases: ["protocol"] }, wanted: {} }, server),
    ...some(
      {
        operation: "skills.create",
        input: { projectId: project, files: createTruthSkillFiles(`made-${seed}`, "Say it.") },
        wanted: { projectId: project },
      },
      project,
    ),
    ...some(
      {
        operation: "skill.update",
        input: { id: skill, files: changed },
        wanted: { files: changed },
      },
      skill,
    ),
    ...some({ operation: "skill.install", input: { id: skill, target }, wanted: { target } }, skill),
    ...some(
      {
        operation: "skill.uninstall",
        input: { id: skill, installationId: installation?.id },
        wanted: { installationId: installation?.id },
      },
      skill,
      installation && "is there",
    ),
    ...some({ operation: "skillTestRuns.start", input: { id: skill, cases: ["specification"] }, wanted: {} }, skill),
    {
      operation: "apiKeys.create",
      input: { name, scopes: ["read"] },
      wanted: { name },
      answers: (answer) => isFields(answer) && String(answer.key).startsWith("flk_"),
    },
    ...some({ operation: "apiKeys.delete", input: { id: key }, wanted: {} }, key),
    { operation: "userSettings.update", input: { notifyOn: "none" }, wanted: { notifyOn: "none" } },
    ...some({ operation: "oauthConnection.delete", input: { id: connection }, wanted: {} }, connection),
  ];
}

async function judgeChange(
  { client, service, seed, options }: JudgedDialect,
  change: Change,
): Promise<ChangeVerdict | undefined> {
  const { operation, input } = change;
  const before = service.effects().length;
  const sent = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, /^id$|Id$/.test(name) ? service.idOf(String(value)) : value]),
  );
  const ended = await client.call(operation, sent, options()).then(
    (answer) => ({ answer, failure: undefined }),
    (error: unknown) => ({ answer: undefined, failure: error instanceof Error ? error.message : String(error) }),
  );
  const effects = service.effects().slice(before);
  const verdict = (outcome: ChangeVerdict["outcome"], detail: string): ChangeVerdict => ({
    seed,
    operation,
    outcome,
    detail,
  });
  const strange = effects.find((effect) => isStrange(effect, change));
  if (strange)
    return verdict("wrongItem", `${strange.operation} of ${strange.itemId} with ${abbreviateJson(strange.input)}`);
  if (effects.length > 1) return verdict("twice", `${effects.length} times`);
  const isLacking = service.conventions.missing.has(operation);
  if (effects.length === 0) {
    if (isLacking && ended.failure !== undefined) return undefined;
    return verdict("none", ended.failure ?? "it was said to be done");
  }
  const [effect] = effects;
  // Not every service can return the result, but the client must report that the change was accepted.
  const isTold = ended.failure === undefined || (!change.answers && ended.failure.includes("the service took it"));
  if (!isTold) return verdict("untold", `it took effect, but: ${ended.failure}`);
  const lost = Object.entries(change.wanted).find(([field, value]) => !isSame(value, effect?.input[field]));
  if (lost)
    return verdict(
      "lessThanAsked",
      `${lost[0]} is ${abbreviateJson(effect?.input[lost[0]])}, not ${abbreviateJson(lost[1])}`,
    );
  if (ended.failure === undefined && change.answers && !change.answers(ended.answer))
    return verdict("untold", `the answer is ${abbreviateJson(ended.answer)}`);
  return verdict("once", "");
}

/** Whether an effect differs from the request or is on another item. */
function isStrange({ operation, itemId, input }: RecordedChange, change: Change): boolean {
  if (operation !== change.operation) return true;
  if (change.input.id !== undefined && itemId !== change.input.id) return true;
  return ["projectId", "installationId"].some(
    (field) => change.input[field] !== undefined && input[field] !== undefined && input[field] !== change.input[field],
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
