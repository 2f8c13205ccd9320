import type { TreeNodeOfKind } from "../../../../src/extension/workbench/nodes.ts";
import { checkLabel, checkText, compareRows } from "../compareRows.ts";
import { type JudgedEditor, readShownList, type ShownList, type ShownRow, selectRows } from "../editor.ts";
import { quote } from "../shownStates.ts";
import { isNamed, type TrueArtifact, type Truth } from "../truth.ts";
import type { Surface } from "./surface.ts";

interface ShownGroup {
  readonly kind: string;
  readonly label: string;
  readonly list: ShownList<TreeNodeOfKind<"artifact">>;
}

async function readGroups(editor: JudgedEditor): Promise<{ groups: readonly ShownGroup[]; notes: readonly string[] }> {
  const tree = editor.trees["fairlead.registry"];
  const roots = await readShownList(tree);
  const groups: ShownGroup[] = [];
  for (const { node, label } of selectRows(roots, "artifacts").rows)
    groups.push({ kind: node.of, label, list: selectRows(await readShownList(tree, node), "artifact") });
  return { groups, notes: roots.notes };
}

const artifacts: Surface = {
  name: "artifacts",
  of: "artifacts",
  operation: "registry.artifacts",
  read: async ({ editor, truth: { artifacts: expected = [] }, report }) => {
    const { groups, notes } = await readGroups(editor);
    for (const kind of ["server", "skill"]) {
      const group = groups.find((one) => one.kind === kind);
      compareRows(report, {
        shown: group?.list ?? { rows: [], notes },
        truth: expected.filter((one) => one.kind === undefined || one.kind === kind),
        what: `${kind} artifacts`,
        nameOf: ({ name }) => name,
        isSame: ({ label }, item) => isNamed(item, label),
        compare: (row, item, subject) => {
          checkLabel(report, subject, row, item);
          checkText(report, subject, "latest version", row.facts.get("Latest version"), item.latestVersion);
          const count = row.facts.get("Versions");
          if (count !== undefined && item.versions)
            checkText(report, subject, "number of versions", count, String(item.versions.length));
        },
      });
    }
  },
};

/** Every artifact of this step is expanded. */
const step = 5;

const versions: Surface = {
  name: "versions",
  of: "artifacts",
  operation: "registry.versions",
  read: async ({ editor, truth, report }) => {
    const shown = (await readGroups(editor)).groups.flatMap(({ list }) => list.rows);
    for (const item of (truth.artifacts ?? []).filter((_, at) => at % step === 0)) {
      const subject = `versions of ${quote(item.name)}`;
      const row = shown.find(({ id, label }) => id === item.id || isNamed(item, label));
      if (!row) {
        report.blank(subject, "cannot be opened, because the artifact is not shown", "the artifact exists");
        continue;
      }
      const list = selectRows(await readShownList(editor.trees["fairlead.registry"], row.node), "version");
      const truthOf = (item.versions ?? []).map((version) => ({ id: undefined, version }));
      compareRows(report, {
        ...{ shown: list, truth: truthOf, what: subject, isSorted: true },
        nameOf: ({ version }) => version,
        isSame: ({ label }, { version }) => label === version,
        compare: (one, { version }, of) => checkLive(one, version, of, { item, truth, report }),
      });
    }
  },
};

function checkLive(
  { node }: ShownRow<TreeNodeOfKind<"version">>,
  version: string,
  subject: string,
  { item, truth, report }: { item: TrueArtifact; truth: Truth; report: Parameters<Surface["read"]>[0]["report"] },
): void {
  const server = truth.servers?.find(({ name, alsoNamed }) => [name, ...alsoNamed].some((one) => isNamed(item, one)));
  const live = truth.deployments?.find(({ id }) => id === server?.liveDeployment);
  if (node.live && live?.version !== version)
    report.wrong(subject, "is marked as live", `live is ${quote(live?.version)}`);
}

export const registrySurfaces = [artifacts, versions] as const;
