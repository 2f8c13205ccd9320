import * as l10n from "@vscode/l10n";
import type { Skill } from "../../../contract/skills.ts";
import { readErrorMessage } from "../../base/failure.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { LocalSkill, LocalSkills } from "../../skill/model/localSkills.ts";
import { findInstalledCopy, type SkillCopy } from "../../skill/model/skillCopies.ts";
import type { SkillLinks } from "../../skill/model/skillLinks.ts";
import type { SourceUpdates } from "../../skill/model/source/sourceUpdates.ts";
import type { TreeNode, TreeNodeOfKind } from "../nodes.ts";
import { createTestRunPages } from "./childPages.ts";
import { createPageInput, type PageRequest, type ReadNodePage, type TreeSource } from "./treeSource.ts";

/** Names read at once to find hosted folders; the service returns at most 200. */
const mostNames = 200;

export interface SkillsSourceOptions {
  readonly localSkills: LocalSkills;
  /** The workspace's links to published skills at the active connection. */
  readonly links: () => SkillLinks;
  readonly machine: string;
  /** What the sources of added skills have; without it, the rows do not say. */
  readonly sourceUpdates?: Pick<SourceUpdates, "isNewer">;
}

/**
 * Hosted skills with their local copies and folders, one request per page; then workspace folders that are not hosted.
 */
export function createSkillsSource(parts: SkillsSourceOptions): TreeSource {
  return {
    formatNoMatch: (filter) => l10n.t`No skills match "${filter}"`,
    reading: l10n.t("Looking for skills..."),
    roots: (question) => readRoots(parts, question),
    children: (parent) => {
      if (parent.kind === "testRuns") return createTestRunPages(parent.of);
      if (parent.kind === "skill") return childrenOf(parent, parts);
      return parent.kind === "source" ? problemsOf(parent.source) : undefined;
    },
    unreadChildren: (parent) => (parent.kind === "skill" ? listSkillRows(parent, parent.copies, []) : undefined),
  };
}

async function readRoots({ localSkills: local, links, sourceUpdates }: SkillsSourceOptions, question: PageRequest) {
  const [page, sources, installed] = await Promise.all([readSkills(question), local.sources(), readInstalled(local)]);
  const known = links();
  // Skills of several projects may share a name: an unlinked folder of that name is shown below one of them.
  const unknown = sources.filter(({ folder }) => known.ofFolder(folder) === undefined);
  const unclaimed = new Map(unknown.toReversed().map((one) => [one.name, one]));
  const sourceOf = (skill: Skill) => {
    const mine = sources.filter(({ folder }) => known.ofFolder(folder) === skill.id).at(-1);
    const found = mine ?? unclaimed.get(skill.name);
    if (!mine) unclaimed.delete(skill.name);
    return found;
  };
  const hosted = page.items.map((skill): TreeNodeOfKind<"skill"> => {
    const copies = installed.copies.filter(({ record }) => record.skillId === skill.id);
    return { kind: "skill", skill, source: sourceOf(skill), copies };
  });
  if (question.cursor !== undefined) return { nodes: hosted, nextCursor: page.nextCursor };
  const names = page.nextCursor === null ? page.items : (await readNames(question)).items;
  const taken = new Set(names.flatMap(({ id, name }) => [id, name]));
  const own = sources.filter(({ folder, name }) => !taken.has(known.ofFolder(folder) ?? name) && !taken.has(name));
  const wanted = question.filter.toLowerCase();
  const shown = own.filter(({ name, label, description }) =>
    `${name} ${label} ${description}`.toLowerCase().includes(wanted),
  );
  const alone = shown.map((source): TreeNode => ({ kind: "source", source, skill: undefined }));
  const added = listAddedSkills(installed.copies, sourceUpdates).filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
  const notes = [...installed.notes, ...(local.isSearchGivenUp() ? [createSearchNote()] : [])];
  return { nodes: [...notes, ...hosted, ...alone, ...added], nextCursor: page.nextCursor };
}

/** One row for each skill of a lock file that no service holds. */
function listAddedSkills(
  copies: readonly SkillCopy[],
  updates: SkillsSourceOptions["sourceUpdates"],
): readonly TreeNodeOfKind<"addedSkill">[] {
  const added = copies.filter(({ record }) => record.service === undefined);
  const groups = Map.groupBy(added, ({ lock, name }) => `${folderPathUri(lock)} ${name}`);
  return [...groups.values()].map((own) => {
    const isNewer = updates?.isNewer(own) ?? false;
    return { kind: "addedSkill", name: own[0]?.name ?? "", copies: own, ...(isNewer && { isNewer }) };
  });
}

function readSkills(question: PageRequest) {
  return question.client.call("skills.list", createPageInput(question), { signal: question.signal });
}

function readNames({ client, projectId, signal }: PageRequest) {
  return client.call("skills.list", createPageInput({ projectId }, mostNames), { signal });
}

/** An unreadable lock file hides installed copies, but not hosted skills. */
async function readInstalled(
  local: LocalSkills,
): Promise<{ readonly copies: readonly SkillCopy[]; readonly notes: readonly TreeNode[] }> {
  try {
    return { copies: await local.copies(), notes: [] };
  } catch (error) {
    return { copies: [], notes: [createLockNote(readErrorMessage(error))] };
  }
}

const createLockNote = (detail: string): TreeNode => ({
  kind: "note",
  id: "fairlead.skills lock",
  icon: "warning",
  label: l10n.t("Installed copies cannot be read"),
  detail,
});

const createSearchNote = (): TreeNode => ({
  kind: "note",
  id: "fairlead.skills search",
  icon: "warning",
  label: l10n.t("The search for skills was given up"),
  detail: l10n.t(
    "The workspace is too large to be searched in time, so skills of it may be missing. Open the folder that has them.",
  ),
});

/** A skill's source folder, installations and problems. */
function childrenOf(node: TreeNodeOfKind<"skill">, { localSkills: local, machine }: SkillsSourceOptions): ReadNodePage {
  const { skill } = node;
  return async ({ client, cursor, signal }) => {
    const input = { id: skill.id, status: "installed", ...createPageInput({ cursor }) } as const;
    const read = await readAvailable(client.call("skill.installations", input, { signal }));
    // Those of the skill's own row may be older than the records.
    const installed = await readInstalled(local);
    const copies = installed.copies.filter(({ record }) => record.skillId === skill.id);
    // Without the records, the local copies are still shown.
    const { items, nextCursor } = read.kind === "available" ? read.value : { items: [], nextCursor: null };
    // Each copy is shown once, on the first page.
    const unrecorded = new Set(cursor === undefined ? copies : []);
    const recorded = items.map((installation): TreeNode => {
      const copy = findInstalledCopy(installation, [...unrecorded], machine);
      if (copy) unrecorded.delete(copy);
      return { kind: "installation", skill, installation, copy };
    });
    if (cursor !== undefined) return { nodes: recorded, nextCursor };
    return { nodes: listSkillRows(node, [...unrecorded], recorded), nextCursor };
  };
}

/** The rows of a skill: those of installation records come after the copies without a record. */
function listSkillRows(
  { skill, source }: TreeNodeOfKind<"skill">,
  unrecorded: readonly SkillCopy[],
  recorded: readonly TreeNode[],
): readonly TreeNode[] {
  const from: readonly TreeNode[] = source ? [{ kind: "source", source, skill }] : [];
  const copies = unrecorded.map((copy): TreeNode => ({ kind: "installation", skill, installation: undefined, copy }));
  const problems = (skill.problems ?? []).map(
    (problem): TreeNode => ({ kind: "problem", problem, of: { skill, source } }),
  );
  const of = { kind: "skill", id: skill.id, name: skill.name } as const;
  return [...from, ...copies, ...recorded, ...problems, { kind: "testRuns", of }];
}

function problemsOf(source: LocalSkill): ReadNodePage {
  return async () => {
    const of = { skill: undefined, source };
    return { nodes: source.problems.map((problem): TreeNode => ({ kind: "problem", problem, of })), nextCursor: null };
  };
}
