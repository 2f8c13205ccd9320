import { formatState } from "../../../../src/extension/base/serviceState.ts";
import {
  createDeploymentFacts,
  readDeploymentHealth,
  readDeploymentSnapshot,
} from "../../../../src/extension/deployment/panel/readDeploymentFacts.ts";
import type { TreeNodeOfKind } from "../../../../src/extension/workbench/nodes.ts";
import { checkDescription, checkText, compareRows } from "../compareRows.ts";
import { readShownList, type ShownList, type ShownRow, selectRows } from "../editor.ts";
import { checkState, quote } from "../shownStates.ts";
import { isNamed, type Outcome, type TrueDeployment, type Truth } from "../truth.ts";
import { readShownEvents } from "./readShownEvents.ts";
import type { Surface, SurfaceContext } from "./surface.ts";

const nameOf = ({ server, version, state }: TrueDeployment) => `${server ?? "a server"} ${version ?? ""} (${state})`;
const timeout = () => AbortSignal.timeout(100_000);

const deployments: Surface = {
  name: "deployments",
  of: "deployments",
  operation: "deployments.list",
  read: async (context) => {
    const shown = selectRows(await readShownList(context.editor.trees["fairlead.deployments"]), "deployment");
    compareDeployments(context, shown, context.truth.deployments ?? [], "deployments");
  },
};

/** The deployments below a server. */
const deploymentsOfServer: Surface = {
  name: "deployments of a server",
  of: "deployments",
  operation: "deployments.list",
  read: async (context) => {
    const { editor, truth } = context;
    const tree = editor.trees["fairlead.servers"];
    const servers = selectRows(await readShownList(tree), "server").rows;
    for (const server of (truth.servers ?? []).slice(0, 4)) {
      const row = servers.find(({ id, label }) => id === server.id || isNamed(server, label));
      const subject = `deployments of ${quote(server.name)}`;
      const groups = row ? await readShownList(tree, row.node) : undefined;
      const group = groups && selectRows(groups, "group").rows.find(({ node }) => node.group === "deployments");
      if (!group) {
        context.report.blank(subject, "cannot be opened, because the server is not shown", "the server exists");
        continue;
      }
      const expected = (truth.deployments ?? []).filter(
        (one) => one.server !== undefined && isNamed(server, one.server),
      );
      compareDeployments(context, selectRows(await readShownList(tree, group.node), "deployment"), expected, subject);
    }
  },
};

function compareDeployments(
  { truth, report }: SurfaceContext,
  shown: ShownList<TreeNodeOfKind<"deployment">>,
  expected: readonly TrueDeployment[],
  what: string,
): void {
  compareRows(report, {
    shown,
    truth: expected,
    what,
    nameOf,
    isSorted: true,
    compare: (row, item, subject) => {
      const { deployment, isNested } = row.node;
      if (!isNested) checkServerName(report, subject, row, item, truth);
      checkText(report, subject, "version", row.facts.get("Version"), item.version);
      const text = formatState(deployment.status);
      checkState(report, subject, { text, icon: row.icon }, item, "deployment");
      const isLive = (truth.servers ?? []).some(({ liveDeployment }) => liveDeployment === item.id);
      if (truth.servers && row.node.live && !isLive) report.wrong(subject, "is marked as live", "it is not live");
      checkDescription(report, subject, row.description, [text, ...(isLive ? ["live", `live, ${text}`] : [])]);
    },
  });
}

function checkServerName(
  report: SurfaceContext["report"],
  subject: string,
  { facts }: ShownRow,
  { server }: TrueDeployment,
  { servers = [] }: Truth,
): void {
  const shown = facts.get("Deployment of");
  const owner = servers.find((one) => server !== undefined && isNamed(one, server));
  // An id instead of the name is true, but it says little; some services identify a server by its name.
  const isId = shown !== undefined && owner && (shown === owner.id || shown === `id ${owner.id}`);
  if (isId && !isNamed(owner, shown))
    report.blank(subject, `shows the id ${quote(shown)} as its server`, `the name is ${quote(server)}`);
  else if (shown === undefined || !owner || !isNamed(owner, shown)) checkText(report, subject, "server", shown, server);
}

/** One deployment of each state, as its panel shows it. */
const deployment: Surface = {
  name: "deployment",
  of: "deployments",
  operation: "deployment.get",
  read: async ({ editor, truth, report }) => {
    for (const item of oneOfEach(truth.deployments ?? [], ({ state }) => state)) {
      const subject = `deployment ${quote(nameOf(item))}`;
      const snapshot = await readDeploymentSnapshot(editor.client, item.id, timeout());
      const facts = createDeploymentFacts(snapshot, "");
      const icon = typeof snapshot.deployment.status === "string" ? "" : "question";
      checkState(report, subject, { text: facts.status, icon }, item, "deployment");
      checkText(report, subject, "version", facts.version, item.version);
      const isLive = (truth.servers ?? []).some(({ liveDeployment }) => liveDeployment === item.id);
      if (facts.isLive && !isLive) report.wrong(subject, "is marked as live", "it is not live");
      if (facts.isServerGone)
        report.wrong(subject, "says that its server was removed", `its server is ${quote(item.server)}`);
      checkText(report, subject, "failure", facts.failure?.message, item.failure?.message);
      if (facts.failure?.step !== undefined && item.failure)
        checkText(report, subject, "failed step", facts.failure.step, item.failure.step);
    }
  },
};

function oneOfEach<T>(items: readonly T[], key: (item: T) => string | undefined): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

const events: Surface = {
  name: "events",
  of: "deployments",
  operation: "deployment.events",
  read: async ({ editor, truth, report }) => {
    const all = truth.deployments ?? [];
    const longest = all.toSorted((one, other) => (other.events ?? 0) - (one.events ?? 0))[0];
    const chosen = new Set([...(longest ? [longest] : []), ...oneOfEach(all, ({ state }) => state)]);
    await Promise.all(
      [...chosen].map(async (item) => {
        const subject = `events of ${quote(nameOf(item))}`;
        const { rows, problem } = await readShownEvents(editor.client, item.id, item.events ?? 0);
        const messages = rows.map(([, , , , message]) => message);
        const count = `shows ${rows.length}${problem === undefined ? "" : `: ${problem}`}`;
        if (item.events !== undefined && rows.length < item.events)
          report.blank(subject, count, `there are ${item.events}`);
        if (item.events !== undefined && rows.length > item.events)
          report.wrong(subject, count, `there are ${item.events}`);
        const isCut = rows.length < (item.events ?? 0);
        if (rows.length > 0) checkMessage(report, subject, "first message", messages[0], item.firstEvent);
        if (!isCut) checkMessage(report, subject, "last message", messages.at(-1), item.lastEvent);
        const sequences = rows.map(([sequence]) => sequence);
        if (sequences.some((sequence, at) => sequence <= (sequences[at - 1] ?? 0)))
          report.wrong(subject, "repeats events or shows them in another order", "each is there once, oldest first");
      }),
    );
  },
};

/** A log line may have its time and level before the message. */
function checkMessage(
  report: SurfaceContext["report"],
  subject: string,
  what: string,
  shown: string | undefined,
  truth: string | undefined,
): void {
  if (truth === undefined || shown?.includes(truth)) return;
  if (!shown) report.blank(subject, `shows no ${what}`, `it is ${quote(truth)}`);
  else report.wrong(subject, `shows ${quote(shown)} as its ${what}`, `it is ${quote(truth)}`);
}

const healthOutcomes: Readonly<Record<string, Outcome>> = {
  healthy: "success",
  degraded: "needs action",
  unhealthy: "failure",
};

const health: Surface = {
  name: "health",
  of: "deployments",
  operation: "deployment.health",
  read: async ({ editor, truth, report }) => {
    for (const item of oneOfEach(truth.deployments ?? [], (one) => one.health)) {
      if (item.health === undefined) continue;
      const subject = `health of ${quote(nameOf(item))}`;
      const { status } = await readDeploymentHealth(editor.client, item.id, timeout());
      const received = await editor.client.call("deployment.health", { id: item.id });
      const icon = typeof received.status === "string" ? "" : "question";
      const outcome = healthOutcomes[item.health] ?? "unknown";
      // The service's own word for its health is not part of the truth. It may be a word that says more than "unknown".
      const isUnhealthy = outcome === "unknown" && status === "unhealthy";
      const state = { state: item.health, outcome, alsoState: status };
      if (!isUnhealthy) checkState(report, subject, { text: status, icon }, state, "health");
    }
  },
};

export const deploymentSurfaces = [deployments, deploymentsOfServer, deployment, events, health] as const;
