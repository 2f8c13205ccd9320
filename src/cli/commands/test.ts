import * as z from "zod";
import { type CommandContext, defineCommand } from "../command.ts";
import { formatCheckJson, formatReportLines, isFailedCheck } from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { readTestedServer, type TestedServer } from "../service/readTestedServer.ts";
import { runTests } from "../service/runTests.ts";
import { readServiceAddress, withClient } from "../service/withClient.ts";
import { withTemporaryService } from "../service/withTemporaryService.ts";

export const testCommand = defineCommand({
  help: "Tests a server: what every server must do, and the cases of its case file. A local service runs for the time of the test.",
  example: "fairlead test server --junit results.xml",
  operands: ["target"],
  options: z.object({
    target: z.string().min(1).describe("A folder with a server, or an OpenAPI document to generate one from."),
    cases: z.string().optional().meta({
      title: "FILE",
      description: "A case file; by default fairlead.tests.yaml in the folder or beside the document on the disk.",
    }),
    overlay: z.string().optional().meta({ title: "FILE", description: "An overlay of the document." }),
    variable: z.array(z.string().min(1)).default([]).meta({
      title: "NAME",
      description: "A variable of the environment that the server gets; may be repeated.",
    }),
    url: z.string().min(1).optional().meta({
      title: "URL",
      description: "A service that runs, in place of FAIRLEAD_URL; FAIRLEAD_KEY is its key.",
    }),
    ...reportShape,
  }),
  run: async (options, context) => {
    const tested = await readTestedServer(options, context);
    const checks = "problems" in tested ? tested.problems : await testAtService(options.url, tested, context);
    const report = { title: `Tests of ${tested.title}`, checks };
    const ok = checks.length > 0 && !checks.some(isFailedCheck);
    return { ok, lines: formatReportLines(report), json: { passed: ok, cases: checks.map(formatCheckJson) }, report };
  },
});

/** At the named service, where the project of the test is archived; else at one that ends with the test. */
function testAtService(url: string | undefined, tested: TestedServer, context: CommandContext) {
  const { environment, signal } = context;
  const named = url ?? environment.FAIRLEAD_URL;
  if (!named)
    return withTemporaryService(context, (address) =>
      withClient(address, (client) => runTests(client, tested, { signal, onEnd: async () => {} })),
    );
  return withClient(readServiceAddress({ ...environment, FAIRLEAD_URL: named }), (client) =>
    runTests(client, tested, {
      signal,
      onEnd: (id) => client.call("project.update", { id, archived: true }),
    }),
  );
}
