import { settingsAccess } from "../../../../src/extension/documents/model/settingsAccess.ts";
import { writeSelectedProject } from "../../../../src/extension/project/model/selectedProject.ts";
import { formatServerState } from "../../../../src/extension/server/model/serverState.ts";
import type { TreeNodeOfKind } from "../../../../src/extension/workbench/nodes.ts";
import { checkDescription, checkLabel, checkText, compareRows } from "../compareRows.ts";
import { openEditor, readShownList, type ShownRow, selectRows } from "../editor.ts";
import { describeState, isOwnWord, quote } from "../shownStates.ts";
import type { SurfaceReport } from "../surfaceReport.ts";
import { isNamed, type TrueDeployment, type TrueServer, type Truth } from "../truth.ts";
import type { Surface, SurfaceContext } from "./surface.ts";

const projects: Surface = {
  name: "projects",
  of: "projects",
  operation: "projects.list",
  read: async ({ editor, truth: { projects: expected = [] }, report }) =>
    compareRows(report, {
      shown: selectRows(await readShownList(editor.trees["fairlead.projects"]), "project"),
      truth: expected,
      what: "projects",
      nameOf: ({ name }) => name,
      isSame: ({ label }, item) => isNamed(item, label),
      compare: (row, item, subject) => {
        checkLabel(report, subject, row, item);
        for (const [fact, names] of [
          ["Servers", item.servers],
          ["Skills", item.skills],
        ] as const) {
          const count = row.facts.get(fact);
          if (count !== undefined && names)
            checkText(report, subject, `number of ${fact}`, count, String(names.length));
        }
      },
    }),
};

const project: Surface = {
  name: "project",
  of: "projects",
  operation: "project.get",
  read: async ({ editor, truth: { projects: expected = [] }, report }) => {
    for (const item of expected.slice(0, 3)) {
      const settings = await settingsAccess.project.read(editor.client, item.id, {});
      checkLabel(report, `project ${quote(item.name)}`, { label: settings?.name ?? "" }, item);
    }
  },
};

const servers: Surface = {
  name: "servers",
  of: "servers",
  operation: "servers.list",
  read: async ({ editor, truth, report }) =>
    compareRows(report, {
      shown: selectRows(await readShownList(editor.trees["fairlead.servers"]), "server"),
      truth: truth.servers ?? [],
      what: "servers",
      nameOf: ({ name }) => name,
      isSame: ({ label }, item) => isNamed(item, label),
      compare: (row, item, subject) => compareServer(report, row, item, subject, truth),
    }),
};

function compareServer(
  report: SurfaceReport,
  row: ShownRow<TreeNodeOfKind<"server">>,
  item: TrueServer,
  subject: string,
  truth: Truth,
): void {
  checkLabel(report, subject, row, item);
  const deployments = truth.deployments ?? [];
  const live = deployments.find(({ id }) => id === item.liveDeployment);
  const latest = deployments.find(({ server }) => server !== undefined && isNamed(item, server));
  const state = formatServerState(row.node);
  checkServerState(report, subject, { text: state, icon: row.icon }, { item, live, latest });
  const latestVersion = row.facts.get("Latest version");
  checkText(report, subject, "latest version", latestVersion, item.latestVersion);
  const liveVersion = row.facts.get("Live version");
  if (liveVersion !== undefined || live) checkText(report, subject, "live version", liveVersion, live?.version);
  checkDescription(report, subject, row.description, [state, item.latestVersion, live?.version]);
}

interface ServerFacts {
  readonly item: TrueServer;
  readonly live: TrueDeployment | undefined;
  readonly latest: TrueDeployment | undefined;
}

/** What each of the editor's words claims. */
const serverClaims: Readonly<Record<string, (facts: ServerFacts) => boolean>> = {
  "no code yet": ({ item }) => item.outcome === "waiting",
  generating: ({ item }) => item.outcome === "working",
  "generation failed": ({ item }) => item.outcome === "failure",
  "not deployed": ({ item, live }) => !live && !item.liveDeployment,
  deploying: ({ latest }) => isPending(latest),
  starting: ({ latest }) => isPending(latest),
  running: ({ live }) => live?.outcome === "success",
  degraded: ({ live }) => live?.outcome === "needs action",
  stopped: ({ live, latest }) => (live ?? latest)?.outcome === "stopped",
  "deployment failed": ({ latest }) => latest?.outcome === "failure",
};

const isPending = (deployment: TrueDeployment | undefined) =>
  deployment?.outcome === "waiting" || deployment?.outcome === "working";

function checkServerState(
  report: SurfaceReport,
  subject: string,
  { text, icon }: { readonly text: string | undefined; readonly icon: string },
  facts: ServerFacts,
): void {
  const { item, live, latest } = facts;
  const shown = `shows the state ${quote(text)} with the icon ${icon}`;
  const deployments = [
    live && `live is ${describeState(live)}`,
    latest && `the newest deployment is ${describeState(latest)}`,
  ];
  const actual = ["the server is ".concat(describeState(item)), ...deployments.filter(Boolean)].join(", ");
  const claim = text === undefined ? undefined : serverClaims[text];
  if (claim) {
    if (!claim(facts)) report.wrong(subject, shown, actual);
    return;
  }
  const own = [item, live, latest].find((one) => one !== undefined && text !== undefined && isOwnWord(text, one));
  // The service's own word is true, but it does not say what it means.
  const isPartial = icon === "question" ? own?.outcome !== "unknown" : live !== undefined;
  if (text !== undefined && !own) report.wrong(subject, shown, actual);
  else if (isPartial) report.blank(subject, shown, actual);
}

/** The lists of the selected project. */
function ofProject(name: "servers" | "skills"): Surface {
  const view = name === "servers" ? "fairlead.servers" : "fairlead.skills";
  return {
    name: `${name} of a project`,
    of: "projects",
    operation: `${name}.list`,
    read: async (context) => {
      for (const item of (context.truth.projects ?? []).slice(0, 2)) {
        const names = item[name];
        if (names)
          await selecting(context, item, async (trees) => {
            const { rows, notes } = selectRows(
              await readShownList(trees[view]),
              name === "servers" ? "server" : "skill",
            );
            const labels = rows.map(({ label }) => label).sort();
            const known: readonly { readonly name: string; readonly alsoNamed: readonly string[] }[] =
              context.truth[name] ?? [];
            const wanted = names.map(
              (one) => known.find((thing) => isNamed(thing, one)) ?? { name: one, alsoNamed: [] },
            );
            const strange = labels.filter((label) => !wanted.some((one) => isNamed(one, label)));
            const lacking = wanted.filter((one) => !labels.some((label) => isNamed(one, label)));
            const subject = `${name} of ${quote(item.name)}`;
            if (rows.length === 0 && notes.length > 0 && names.length > 0) {
              context.report.blank(subject, `show no rows with the note ${quote(notes[0])}`, `it has ${names.length}`);
              return;
            }
            if (labels.every((label) => label.startsWith("id ")) && labels.length === names.length) {
              if (labels.length > 0) context.report.blank(subject, "are shown by their ids", "they have names");
              return;
            }
            if (strange.length > 0)
              context.report.wrong(
                subject,
                `show ${strange.length} of other projects, such as ${quote(strange[0])}`,
                `it has ${names.length}`,
              );
            if (lacking.length > 0)
              (notes.length > 0 ? context.report.blank : context.report.wrong)(
                subject,
                `show ${labels.length} and not ${quote(lacking[0]?.name)}`,
                `it has ${names.length}`,
              );
          });
      }
    },
  };
}

async function selecting(
  { editor }: SurfaceContext,
  project: { readonly id: string; readonly name: string },
  work: (trees: SurfaceContext["editor"]["trees"]) => Promise<void>,
): Promise<void> {
  const { connections, memory } = editor;
  const scope = connections.scope() ?? "";
  await writeSelectedProject(memory, scope, { id: project.id, name: project.name });
  try {
    await work(openEditor(editor).trees);
  } finally {
    await writeSelectedProject(memory, scope, undefined);
  }
}

export const serverSurfaces = [projects, project, servers, ofProject("servers"), ofProject("skills")] as const;
