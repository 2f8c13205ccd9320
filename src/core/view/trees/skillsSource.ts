import type { Installation, Skill } from "../../../contract/skills.ts";
import { messageOf } from "../../foundation/failure.ts";
import { pathOf } from "../../foundation/folderPath.ts";
import { orWithheld } from "../../foundation/unavailability.ts";
import type { LocalSkill, LocalSkills } from "../../skill/localSkills.ts";
import type { Copy } from "../../skill/skillCopies.ts";
import type { MadeSkills } from "../../skill/skillLinks.ts";
import type { Node } from "../nodes.ts";
import type { NodeOf } from "../nodeText.ts";
import { testRunsOf } from "./createTestRunPages.ts";
import { pageSize, type Question, type ReadPage, type TreeSource } from "./treeSource.ts";

/** Names asked for at once, to tell which folders are hosted already; the service gives at most 200. */
const mostNames = 200;

export interface SkillsParts {
  readonly local: LocalSkills;
  /** What was published of this workspace at the active connection. */
  readonly made: () => MadeSkills;
  readonly machine: string;
}

/** Hosted skills with what this machine has of them, one request a page; then folders of the workspace that are not hosted. */
export function skillsSource(parts: SkillsParts): TreeSource {
  return {
    plural: "skills",
    roots: (question) => readRoots(parts, question),
    children: (parent) => {
      if (parent.kind === "testRuns") return testRunsOf(parent.of);
      if (parent.kind === "skill") return childrenOf(parent, parts.machine);
      return parent.kind === "source" ? problemsOf(parent.source) : undefined;
    },
  };
}

async function readRoots({ local, made }: SkillsParts, question: Question) {
  const [page, sources, installed] = await Promise.all([readSkills(question), local.sources(), readInstalled(local)]);
  const known = made();
  // Skills of several projects may have one name: a folder of that name that nothing is known of is shown below one of them.
  const unknown = sources.filter(({ folder }) => known.ofFolder(folder) === undefined);
  const unclaimed = new Map(unknown.toReversed().map((one) => [one.name, one]));
  const sourceOf = (skill: Skill) => {
    const mine = sources.filter(({ folder }) => known.ofFolder(folder) === skill.id).at(-1);
    const found = mine ?? unclaimed.get(skill.name);
    if (!mine) unclaimed.delete(skill.name);
    return found;
  };
  const hosted = page.items.map((skill): NodeOf<"skill"> => {
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
  const alone = shown.map((source): Node => ({ kind: "source", source, skill: undefined }));
  return { nodes: [...installed.notes, ...hosted, ...alone], nextCursor: page.nextCursor };
}

function readSkills({ client, filter, projectId, cursor, signal }: Question) {
  const input = {
    limit: pageSize,
    ...(cursor && { cursor }),
    ...(filter && { q: filter }),
    ...(projectId && { projectId }),
  };
  return client.call("skills.list", input, { signal });
}

function readNames({ client, projectId, signal }: Question) {
  return client.call("skills.list", { limit: mostNames, ...(projectId && { projectId }) }, { signal });
}

/** A lock file that cannot be read hides what is installed, but not what is hosted. */
async function readInstalled(
  local: LocalSkills,
): Promise<{ readonly copies: readonly Copy[]; readonly notes: readonly Node[] }> {
  try {
    return { copies: await local.copies(), notes: [] };
  } catch (error) {
    const label = "What is installed cannot be told";
    const note: Node = { kind: "note", id: "fairlead.skills lock", icon: "warning", label, detail: messageOf(error) };
    return { copies: [], notes: [note] };
  }
}

/** Where it comes from, where it is installed, what is wrong with it. */
function childrenOf({ skill, source, copies }: NodeOf<"skill">, machine: string): ReadPage {
  return async ({ client, cursor, signal }) => {
    const input = { id: skill.id, status: "installed", limit: pageSize, ...(cursor && { cursor }) } as const;
    const none = orWithheld({ items: [], nextCursor: null });
    const { items, nextCursor } = await client.call("skill.installations", input, { signal }).catch(none);
    const recorded = items.map((installation): Node => {
      return { kind: "installation", skill, installation, copy: copyFor(installation, copies, machine) };
    });
    if (cursor !== undefined) return { nodes: recorded, nextCursor };
    const unrecorded = copies
      .filter((copy) => !items.some((installation) => copyFor(installation, [copy], machine)))
      .map((copy): Node => ({ kind: "installation", skill, installation: undefined, copy }));
    const from: readonly Node[] = source ? [{ kind: "source", source, skill }] : [];
    const problems = skill.problems.map((problem): Node => ({ kind: "problem", problem, of: { skill, source } }));
    const of = { kind: "skill", id: skill.id, name: skill.name } as const;
    return { nodes: [...from, ...unrecorded, ...recorded, ...problems, { kind: "testRuns", of }], nextCursor };
  };
}

function problemsOf(source: LocalSkill): ReadPage {
  return async () => {
    const of = { skill: undefined, source };
    return { nodes: source.problems.map((problem): Node => ({ kind: "problem", problem, of })), nextCursor: null };
  };
}

/** The files that a record of the service is about, where they are on this machine and in this workspace. */
function copyFor({ target }: Installation, copies: readonly Copy[], machine: string): Copy | undefined {
  if (target.machine !== machine) return undefined;
  return copies.find(({ place }) => pathOf(place) === target.path);
}
