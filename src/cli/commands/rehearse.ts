import * as z from "zod";
import { ConflictError } from "../../client/errors.ts";
import { rehearseAll } from "../../client/rehearseAll.ts";
import type { RehearsedCall } from "../../contract/routes/previewRoutes.ts";
import { defineCommand } from "../command.ts";
import { type Check, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { findPreview } from "../service/findPreview.ts";
import { findServer } from "../service/findServer.ts";
import { withService } from "../service/withClient.ts";

export const rehearseCommand = defineCommand({
  help: "Makes the recorded calls of a server's live version again at its preview, or else calls its test cases at both, and fails where an answer differs.",
  example: "fairlead rehearse pets --junit results.xml",
  operands: ["server"],
  options: z.object({
    server: z.string().min(1).describe("The name, slug or id of a server."),
    "allow-empty": z
      .boolean()
      .default(false)
      .describe("Pass where there is nothing to call: no live version, or neither recorded calls nor test cases."),
    ...reportShape,
  }),
  run: async ({ server: wanted, ...options }, { environment, signal }) =>
    withService({ environment }, async (client) => {
      const server = await findServer(client, wanted, signal);
      const preview = await findPreview(client, server, signal);
      let made = 0;
      const onCalls = (count: number) => {
        made = count;
      };
      const calls = await rehearseAll(client, preview.id, signal, { onCalls }).catch((error: unknown) => {
        // After the first calls something else is wrong.
        const isEmpty = error instanceof ConflictError && made === 0;
        if (options["allow-empty"] && isEmpty) return error.detail ?? error.message;
        throw error;
      });
      const checks = typeof calls === "string" ? [createSkippedCheck(calls)] : calls.map(toCheck);
      const report = { title: `Rehearsal of ${server.name} ${preview.version}`, checks };
      return {
        ok: !checks.some(isFailedCheck),
        lines: formatReportLines(report),
        json: { calls: typeof calls === "string" ? [] : calls },
        report,
      };
    }),
});

function createSkippedCheck(message: string): Check {
  return { status: "skipped", label: "skipped", group: "rehearsal", name: "rehearsal", message };
}

const statuses = { same: "passed", differs: "failed", fails: "failed", skipped: "skipped" } as const;

function toCheck({ sequence, tool, case: testCase, outcome, reason, differences }: RehearsedCall): Check {
  const texts = differences.map(
    ({ path, live, preview }) => `${path}: ${live ?? "nothing"} -> ${preview ?? "nothing"}`,
  );
  const message = [...(reason === undefined ? [] : [reason]), ...texts].join("; ");
  const name = testCase ?? `${tool}, call ${sequence}`;
  return { status: statuses[outcome], label: outcome, group: tool, name, message };
}
