import { formatState } from "../../../../src/extension/base/serviceState.ts";
import { formatRunSummary } from "../../../../src/extension/testing/model/formatRun.ts";
import { readTestRun } from "../../../../src/extension/testing/model/readTestRuns.ts";
import type { TreeNode, TreeNodeOfKind } from "../../../../src/extension/workbench/nodes.ts";
import { checkDescription, checkText, compareRows } from "../compareRows.ts";
import { readShownList, type ShownList, type ShownRow, selectRows } from "../editor.ts";
import { checkState, quote } from "../shownStates.ts";
import { isNamed, type TrueTestRun } from "../truth.ts";
import type { Surface, SurfaceContext } from "./surface.ts";

type Kind = "server" | "skill";

const views = { server: "fairlead.servers", skill: "fairlead.skills" } as const;
const nameOf = ({ id, version, state }: TrueTestRun) => `${version ?? id} (${state})`;
/** The number of items without test runs that are expanded. */
const untested = 3;

function runsOf({ truth }: SurfaceContext, kind: Kind) {
  const owners: readonly { readonly id: string; readonly name: string; readonly alsoNamed: readonly string[] }[] =
    (kind === "server" ? truth.servers : truth.skills) ?? [];
  const runs = [
    ...(truth.serverTestRuns ?? []).map((run) => ({ run, of: "server", owner: run.server })),
    ...(truth.skillTestRuns ?? []).map((run) => ({ run, of: "skill", owner: run.skill })),
  ].filter(({ of }) => of === kind);
  return owners.map((owner) => ({
    owner,
    runs: runs.flatMap(({ run, owner: name }) => (name !== undefined && isNamed(owner, name) ? [run] : [])),
  }));
}

/** The test runs below each server or skill. */
function testRuns(kind: Kind): Surface {
  return {
    name: `test runs of ${kind}s`,
    of: `${kind}TestRuns`,
    operation: `${kind}TestRuns.list`,
    read: async (context) => {
      const tree = context.editor.trees[views[kind]];
      const shown = selectRows(await readShownList(tree), kind) as ShownList<TreeNodeOfKind<Kind>>;
      const all = runsOf(context, kind);
      const chosen = [
        ...all.filter(({ runs }) => runs.length > 0),
        ...all.filter(({ runs }) => runs.length === 0).slice(0, untested),
      ];
      for (const { owner, runs } of chosen) {
        const what = `test runs of ${quote(owner.name)}`;
        const row = shown.rows.find(({ id, label }) => id === owner.id || isNamed(owner, label));
        const below: ShownList<TreeNode> | undefined = row && (await readShownList(tree, row.node));
        const [group] = below ? selectRows(below, "testRuns").rows : [];
        if (!group) {
          const notes = below ? below.notes.map(quote).join(", ") : `the ${kind} is not shown`;
          if (runs.length > 0) context.report.blank(what, `cannot be opened: ${notes}`, `the truth has ${runs.length}`);
          continue;
        }
        const list = selectRows(await readShownList(tree, group.node), "testRun");
        const compare = (one: ShownRow<TreeNodeOfKind<"testRun">>, run: TrueTestRun, subject: string) =>
          compareRun(context, one, run, subject);
        compareRows(context.report, { shown: list, truth: runs, what, nameOf, isSorted: true, compare });
      }
    },
  };
}

function compareRun(
  { report }: SurfaceContext,
  row: ShownRow<TreeNodeOfKind<"testRun">>,
  truth: TrueTestRun,
  subject: string,
): void {
  const text = formatState(row.node.run.status);
  checkState(report, subject, { text, icon: row.icon }, truth, "testRun");
  checkText(report, subject, "version", row.label === "Test run" ? undefined : row.label, truth.version);
  const { passed = 0, failed = 0, skipped = 0 } = truth;
  const counts = formatRunSummary({ passed, failed, skipped });
  checkText(report, subject, "result", formatRunSummary(row.node.run.summary), counts);
  checkDescription(report, subject, row.description, [text, counts]);
}

/** Each test run with its cases. */
function testRun(kind: Kind): Surface {
  return {
    name: `test run of a ${kind}`,
    of: `${kind}TestRuns`,
    operation: `${kind}TestRun.get`,
    read: async (context) => {
      const { editor, report } = context;
      for (const run of runsOf(context, kind).flatMap(({ runs }) => runs)) {
        const subject = `${kind} test run ${quote(nameOf(run))}`;
        const { status, cases = [] } = await readTestRun(editor.client, kind, run.id);
        const text = formatState(status);
        checkState(report, subject, { text, icon: typeof status === "string" ? "" : "question" }, run, "testRun");
        const wanted = run.failedCases ?? [];
        const failed = cases.filter((one) => one.status === "failed" || one.status === "errored");
        for (const { name, message } of wanted) {
          const found = failed.find((one) => one.name === name);
          if (found) checkText(report, subject, `reason of ${quote(name)}`, found.message, message);
          else if (cases.some((one) => one.name === name && typeof one.status === "string"))
            report.wrong(subject, `shows ${quote(name)} as not failed`, "it failed");
          else report.blank(subject, `does not show that ${quote(name)} failed`, "it failed");
        }
        for (const { name } of failed)
          if (!wanted.some((one) => one.name === name))
            report.wrong(subject, `shows ${quote(name)} as failed`, "it did not fail");
        const passed = cases.filter((one) => one.status === "passed").length;
        if (passed < (run.passed ?? 0))
          report.blank(subject, `shows ${passed} passed cases`, `there are ${run.passed}`);
        if (passed > (run.passed ?? passed))
          report.wrong(subject, `shows ${passed} passed cases`, `there are ${run.passed}`);
      }
    },
  };
}

export const testRunSurfaces = [testRuns("server"), testRuns("skill"), testRun("server"), testRun("skill")] as const;
