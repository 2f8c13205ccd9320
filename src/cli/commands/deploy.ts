import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import { type Deployment, isDeploymentLive } from "../../contract/deployments.ts";
import { readStateWord } from "../../contract/received.ts";
import type { Server, ServerSource } from "../../contract/servers.ts";
import { joinWords } from "../../text/joinWords.ts";
import { type CommandContext, type CommandResult, defineCommand, UsageError } from "../command.ts";
import { readDocument } from "../document/readDocument.ts";
import { formatCheck, isFailedCheck } from "../report/checkReport.ts";
import { createVersion } from "../service/createVersion.ts";
import { findPreview } from "../service/findPreview.ts";
import { findServer } from "../service/findServer.ts";
import { readServerSource } from "../service/readServerSource.ts";
import { readUntil } from "../service/readUntil.ts";
import { withService } from "../service/withClient.ts";

const serverOption = z.string().min(1).describe("The name, slug or id of a server.");

export const deployCommand = defineCommand({
  help: "Deploys a version of a server and waits until it runs. The server and its variables are at the service already.",
  example: "fairlead deploy pets --folder server",
  operands: ["server"],
  options: z.object({
    server: serverOption,
    version: z.string().min(1).optional().describe("The version to deploy; by default the latest."),
    folder: z.string().min(1).optional().meta({
      title: "FOLDER",
      description: "A folder with the code of a new version, in place of --version.",
    }),
    document: z.string().min(1).optional().meta({
      title: "FILE",
      description: "An OpenAPI document to generate a new version from, with the operations that the server has.",
    }),
    overlay: z.string().min(1).optional().meta({ title: "FILE", description: "The overlay of --document." }),
    preview: z
      .boolean()
      .optional()
      .describe("Run the version beside the live one, at a URL of its own. fairlead promote makes it live."),
  }),
  run: async (options, context) => {
    if ([options.version, options.folder, options.document].filter((value) => value !== undefined).length > 1)
      throw new UsageError("A new version has a number of its own. Give one of --version, --folder and --document.");
    return withService(context, async (client) => createResult(options.server, await deploy(client, options, context)));
  },
});

export const promoteCommand = defineCommand({
  help: "Makes the preview of a server live as it runs, without a lost call.",
  example: "fairlead promote pets",
  operands: ["server"],
  options: z.object({ server: serverOption }),
  run: async ({ server }, context) =>
    withService(context, async (client) => {
      const found = await findServer(client, server, context.signal);
      const { version } = await findPreview(client, found, context.signal);
      return createResult(server, await deploy(client, { server: found.id, version }, context));
    }),
});

/** A preview that runs beside the live version has an address of its own. */
function createResult(server: string, deployment: Deployment): CommandResult {
  const { status, url, failure, health, version, preview } = deployment;
  const word = joinWords(readStateWord(status ?? undefined) ?? "unknown", preview && "as a preview, at");
  const reasons = [failure?.message, ...(failure?.log ?? []), health?.message].filter(Boolean);
  return {
    ok: isDeploymentLive(status),
    lines: [`${server} ${version}: ${word} ${url ?? ""}`.trimEnd(), ...reasons.map(String)],
    json: deployment,
  };
}

interface DeployOptions {
  readonly server: string;
  readonly version?: string | undefined;
  readonly folder?: string | undefined;
  readonly document?: string | undefined;
  readonly overlay?: string | undefined;
  readonly preview?: boolean | undefined;
}

/** The deployment when it runs or has failed. */
async function deploy(
  client: ServiceClient,
  { server: wanted, version, preview = false, ...options }: DeployOptions,
  { cwd, signal }: CommandContext,
): Promise<Deployment> {
  const found = await findServer(client, wanted, signal);
  // Only Fairlead's service says what a server runs on, and only it runs previews.
  if (preview && found.runsOn === undefined)
    throw new UsageError("The service runs no previews. Deploy without --preview.");
  const source = await readNewSource(cwd, found, options);
  const server = source ? await createVersion(client, found, source, signal) : found;
  const chosen = version ?? server.latestVersion ?? undefined;
  const body = { id: server.id, ...(chosen !== undefined && { version: chosen }), ...(preview && { preview }) };
  const { id } = await client.call("server.deploy", body, { signal });
  const starting = ["queued", "building", "starting"];
  return readUntil(
    () => client.call("deployment.get", { id }, { signal }),
    ({ status }) => typeof status !== "string" || !starting.includes(status),
    signal,
  );
}

/** The source of a new version; undefined: an existing version is deployed. */
async function readNewSource(
  cwd: string,
  { source: latest }: Server,
  { folder, document, overlay }: Pick<DeployOptions, "folder" | "document" | "overlay">,
): Promise<ServerSource | undefined> {
  if (folder !== undefined) return (await readServerSource(cwd, folder)).source;
  if (document === undefined) return undefined;
  const { name, text, problems, filters } = await readDocument(cwd, document, overlay);
  const [problem] = problems.filter(isFailedCheck);
  if (text === undefined)
    throw new UsageError(`No server can be generated from ${name}. ${problem ? formatCheck(problem) : ""}`.trim());
  const { include, baseUrl, maxTools, constants } = latest?.kind === "openapi" ? latest : {};
  // What the document has no more would be refused.
  const known = include?.filter((filter) => filters.has(filter));
  const choice = { ...(known && { include: known }), ...(constants && { constants }) };
  return { kind: "openapi", document: text, ...choice, ...(baseUrl && { baseUrl }), ...(maxTools && { maxTools }) };
}
