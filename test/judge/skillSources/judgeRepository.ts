import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { addSkillFrom } from "../../../src/extension/skill/commands/source/addSkillFrom.ts";
import { uninstallSkill } from "../../../src/extension/skill/commands/uninstallSkill.ts";
import { updateSkill } from "../../../src/extension/skill/commands/updateSkill.ts";
import type { OpenGitRepository } from "../../../src/extension/skill/model/source/openGitSource.ts";
import type { TreeNodeOfKind } from "../../../src/extension/workbench/nodes.ts";
import { createSkillFixture } from "../../support/editor/skillFixture.ts";
import type { startServedService } from "../../support/service/servedService.ts";
import { computeTrueDigest, computeTrueHash, openRepositoryTruth, type RepositoryTruth } from "./repositoryTruth.ts";

export interface RepositoryVerdict {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  readonly offered: number;
  readonly added: number;
  /** Those that were not added because another one has the same name. */
  readonly sameName: number;
  /** Skills whose files changed, stayed the same, and were no longer there. */
  readonly updated: number;
  readonly unchanged: number;
  readonly gone: number;
  readonly removed: number;
  readonly comparedFiles: number;
  readonly comparedBytes: number;
  readonly problems: readonly string[];
}

interface Order {
  readonly name: string;
  readonly repository: string;
  readonly older: string | undefined;
  /** The most skills that are added. */
  readonly most: number;
}

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;
type AddedNode = TreeNodeOfKind<"addedSkill">;

const places = [
  { scope: "workspace", agent: "claude-code", folder: "workspace/.claude/skills", lock: "workspace/skills-lock.json" },
  { scope: "user", agent: "agents", folder: "home/.agents/skills", lock: "home/.agents/.skill-lock.json" },
] as const;

/** Adds the skills of a repository for a workspace and for the user, updates them, and removes them. */
export async function judgeRepository(
  served: Awaited<ReturnType<typeof startServedService>>,
  { name, repository, older, most }: Order,
): Promise<RepositoryVerdict> {
  using truth = openRepositoryTruth(repository, older);
  await using fixture = await createSkillFixture(served, { answers: ["Address", `${name}#${truth.branch}`] });
  const judge = createJudge(fixture, truth, name);
  const app = { ...fixture.app, openGitRepository: redirect(fixture.app.openGitRepository, name, truth.folder) };
  const { pick } = fixture.app.prompts;
  let offered = 0;
  let chosen = 0;
  fixture.app.prompts.pickMany = async ({ choices }) => {
    const targets = choices.flatMap(({ value }) => {
      const isPlace = places.some(
        (place) => isTarget(value) && place.scope === value.scope && place.agent === value.agent,
      );
      return isPlace ? [value] : [];
    });
    if (targets.length > 0) return targets;
    if (chosen > 0) return choices.map(({ value }) => value);
    offered = choices.length;
    chosen = Math.min(most, offered);
    return choices.slice(0, chosen).map(({ value }) => value);
  };
  fixture.app.prompts.pick = async (question) => {
    const choices = await question.choices;
    return choices.find(({ label }) => label === "Update")?.value ?? pick(question);
  };
  let sameName = 0;
  fixture.app.messages.warning = async (message) => {
    const found = message.match(/ has the same name, /g)?.length ?? 0;
    sameName += found;
    if (found === 0) judge.problems.push(`asked: ${message}`);
  };

  truth.moveTo(truth.older);
  await addSkillFrom(app, {}).catch((error: unknown) => judge.problems.push(`not added: ${String(error)}`));
  const nodes = await listNodes(fixture);
  const added = nodes.length / places.length;
  if (chosen > 0 && added + sameName !== chosen)
    judge.problems.push(`${chosen} chosen, ${added} added, ${sameName} with the name of another`);
  const states = new Map(nodes.map((node) => [keyOf(node), truth.older]));
  await judge.check("after adding", nodes, states);

  truth.moveTo(truth.newer);
  const counts = { updated: 0, unchanged: 0, gone: 0 };
  for (const node of nodes) counts[await update(app, truth, judge.problems, node, states)] += 1;
  await judge.check("after updating", await listNodes(fixture), states);

  const before = await listNodes(fixture);
  for (const node of before) await uninstallSkill(app, { node });
  const left = Object.keys(fixture.tree());
  if (left.length > 0) judge.problems.push(`left behind: ${left.slice(0, 5).join(", ")} (${left.length})`);
  const removed = before.length - (await listNodes(fixture)).length;
  const half = (count: number) => count / places.length;
  return {
    ...{ name, older: truth.older, newer: truth.newer, offered: offered || added, added, sameName },
    ...{ updated: half(counts.updated), unchanged: half(counts.unchanged), gone: half(counts.gone) },
    ...{ removed: half(removed), ...judge.compared, problems: judge.problems },
  };
}

export function formatVerdict(verdict: RepositoryVerdict): readonly string[] {
  const { name, older, newer, offered, added, sameName, updated, unchanged, gone, removed } = verdict;
  const { comparedFiles, comparedBytes, problems } = verdict;
  return [
    `${name} ${older.slice(0, 9)} -> ${newer.slice(0, 9)}: ${offered} offered, ${added} added, ` +
      `${sameName} with the name of another, ${updated} updated, ${unchanged} unchanged, ${gone} gone, ${removed} removed; ${comparedFiles} files, ${comparedBytes} bytes compared; ` +
      `${problems.length} problems`,
    ...problems.map((problem) => `  ${problem}`),
  ];
}

const isTarget = (value: unknown): value is { readonly scope: unknown; readonly agent: unknown } =>
  typeof value === "object" && value !== null && "scope" in value && "agent" in value;

const keyOf = ({ name, copies }: AddedNode) => `${copies[0]?.scope} ${name}`;

/** Git reads the copy in place of the address. */
function redirect(openRepository: OpenGitRepository, name: string, folder: string): OpenGitRepository {
  const address = `https://github.com/${name}.git`;
  return async (signal) => {
    const opened = await openRepository(signal);
    const run: typeof opened.run = (args, options) =>
      opened.run(
        args.map((one) => (one === address ? `file://${folder}` : one)),
        options,
      );
    return { ...opened, run };
  };
}

async function listNodes({ app }: Fixture): Promise<readonly AddedNode[]> {
  const groups = Map.groupBy(await app.localSkills.copies(), ({ scope, name }) => `${scope} ${name}`);
  return [...groups.values()].map((copies) => ({ kind: "addedSkill", name: copies[0]?.name ?? "", copies }));
}

async function update(
  app: Fixture["app"],
  truth: RepositoryTruth,
  problems: string[],
  node: AddedNode,
  states: Map<string, string>,
): Promise<"updated" | "unchanged" | "gone"> {
  const folder = readFolder(node.copies[0]?.entry);
  const isThere = truth.files(truth.newer, folder).some(({ path }) => path === "SKILL.md");
  try {
    await updateSkill(app, { node });
    if (!isThere) problems.push(`${keyOf(node)}: updated, but it is not there any more`);
  } catch (error) {
    if (isThere) problems.push(`${keyOf(node)}: not updated: ${String(error)}`);
    return "gone";
  }
  states.set(keyOf(node), truth.newer);
  const [one, other] = [truth.older, truth.newer].map((commit) => computeTrueHash(truth.files(commit, folder)));
  return one === other ? "unchanged" : "updated";
}

const entrySchema = z.looseObject({ skillPath: z.string() });
const readFolder = (entry: unknown) => entrySchema.parse(entry).skillPath.replace(/\/?SKILL\.md$/, "");

const lockSchema = z.object({ version: z.number(), skills: z.record(z.string(), entrySchema) });

/** Compares folders and lock files with what Git says. */
function createJudge(fixture: Fixture, truth: RepositoryTruth, repository: string) {
  const problems: string[] = [];
  const compared = { comparedFiles: 0, comparedBytes: 0 };
  const checkPlace = (when: string, { folder, lock, scope }: (typeof places)[number], states: Map<string, string>) => {
    const names = [...states.keys()].flatMap((key) => (key.startsWith(`${scope} `) ? key.slice(scope.length + 1) : []));
    if (names.length === 0) return;
    const { version, skills } = lockSchema.parse(JSON.parse(fixture.read(lock)));
    const complain = (what: string) => problems.push(`${when}, ${scope}: ${what}`);
    if (version !== (scope === "user" ? 3 : 1)) complain(`the lock file has version ${version}`);
    if (Object.keys(skills).toSorted().join() !== names.toSorted().join()) complain("the lock file has other skills");
    const folders = readdirSync(join(fixture.home, "..", folder)).toSorted();
    if (folders.join() !== names.toSorted().join()) complain("the folder has other skills");
    for (const name of names) {
      const commit = states.get(`${scope} ${name}`) ?? "";
      const entry = skills[name];
      const files = truth.files(commit, readFolder(entry));
      for (const { path, bytes } of files) {
        compared.comparedFiles += 1;
        compared.comparedBytes += bytes.length;
        const found = readFileSync(join(fixture.home, "..", folder, name, path));
        if (!found.equals(bytes)) complain(`${name}/${path} has other bytes`);
      }
      const expected = files.map(({ path }) => path).toSorted();
      const present = Object.keys(fixture.tree(`${folder}/${name}`)).toSorted();
      if (present.join("\0") !== expected.join("\0")) complain(`${name} has other files`);
      const record = files.map(({ path, bytes }) => ({ path, digest: computeTrueDigest(bytes) }));
      const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
      const found = copySchema.parse(entry).fairlead.copies;
      const sorted = found.map(({ files, ...copy }) => ({
        ...copy,
        files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      }));
      const path = `${folder.slice(folder.indexOf("/") + 1)}/${name}`;
      const wanted = [{ path, commit, files: record.toSorted((one, other) => (one.path < other.path ? -1 : 1)) }];
      if (!isSame(sorted, wanted)) complain(`the lock file records other files of ${name}`);
      const hash =
        scope === "user"
          ? {
              skillFolderHash: truth.treeHash(commit, readFolder(entry)),
              sourceUrl: `https://github.com/${repository}.git`,
            }
          : { computedHash: computeTrueHash(files) };
      const fields = { source: repository, sourceType: "github", ref: truth.branch, ...hash };
      for (const [key, value] of Object.entries(fields))
        if (entry?.[key] !== value)
          complain(`the lock file has ${key} ${String(entry?.[key])} of ${name}, not ${value}`);
    }
  };
  return {
    problems,
    compared,
    check: async (when: string, nodes: readonly AddedNode[], states: Map<string, string>) => {
      for (const place of places) checkPlace(when, place, states);
      const odd = nodes.filter(({ copies }) => copies.some(({ state }) => state.kind !== "same"));
      for (const node of odd) problems.push(`${when}: the state of ${keyOf(node)} is ${node.copies[0]?.state.kind}`);
    },
  };
}

const copySchema = z.object({
  fairlead: z.object({
    copies: z.array(
      z.object({
        path: z.string(),
        commit: z.string(),
        files: z.array(z.object({ path: z.string(), digest: z.string() })),
      }),
    ),
  }),
});
