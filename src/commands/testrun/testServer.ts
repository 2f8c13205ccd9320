import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "../server/findServer.ts";
import { findCaseFile } from "./caseFiles.ts";

/** Runs the cases of a server, or of the clicked version. */
export const testServer: CommandHandler<FindServerContext & Pick<App, "client" | "documents" | "tests">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Test a Server",
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: "There is no server to test yet. Generate one from an OpenAPI document or make one from the template.",
  });
  if (!server) return;
  const { node } = target;
  const version = node?.kind === "version" ? { version: node.version.version } : {};
  const caseFile = await findCaseFile(app, server.id);
  await app.tests.run([{ subject: { kind: "server", server, caseFile }, cases: undefined, ...version }]);
};
