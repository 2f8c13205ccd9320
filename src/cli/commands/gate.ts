import * as z from "zod";
import type { ServiceClient } from "../../client/client.ts";
import type { FileEntry } from "../../contract/files.ts";
import { createVersionReader } from "../../extension/registry/model/createVersionReader.ts";
import { createVersionFiles } from "../../extension/registry/model/versionFiles.ts";
import { compareSurfaces } from "../../surface/compareSurfaces.ts";
import { formatChangedTool, formatToolChange } from "../../surface/formatToolChange.ts";
import { createGeneratedSurface } from "../../surface/generatedSurface.ts";
import type { SurfaceChange } from "../../surface/surfaceChange.ts";
import { readVersionTools } from "../../surface/versionReader.ts";
import { type CommandContext, defineCommand, UsageError } from "../command.ts";
import { generateFromDocument } from "../document/generateFromDocument.ts";
import { isMissingInRevision } from "../document/openDocumentFiles.ts";
import { type CliDocument, readDocument } from "../document/readDocument.ts";
import {
  type Check,
  type CheckReport,
  formatCheckJson,
  formatPlace,
  formatReportLines,
  isFailedCheck,
} from "../report/checkReport.ts";
import { reportShape } from "../report/writeReport.ts";
import { findServer } from "../service/findServer.ts";
import { withService } from "../service/withClient.ts";

export const gateCommand = defineCommand({
  help: "Says what a new version of an OpenAPI document, or of a server, breaks for those who call its tools.",
  example: 'fairlead gate git:origin/main:openapi.yaml openapi.yaml --github --summary "$GITHUB_STEP_SUMMARY"',
  operands: ["old", "new"],
  options: z.object({
    old: z.string().min(1).describe("What callers know: a file, git:REVISION:PATH, or service:SERVER@VERSION."),
    new: z.string().min(1).describe("What is in its place, named in the same way."),
    overlay: z.array(z.string()).max(2).default([]).meta({
      title: "FILE",
      description: "The overlay of OLD, then that of NEW (empty: none); one alone is that of both.",
    }),
    ...reportShape,
  }),
  run: async (options, context) => {
    const report = await compare(options, context);
    return {
      ok: !report.checks.some(isFailedCheck),
      lines: formatReportLines(report),
      json: formatGate(report),
      report,
    };
  },
});

interface GateOptions {
  readonly old: string;
  readonly new: string;
  readonly overlay: readonly string[];
}

async function compare(options: GateOptions, { cwd, environment, signal }: CommandContext): Promise<CheckReport> {
  const names = [options.old, options.new] as const;
  const ofService = names.filter((name) => serviceVersionName.test(name));
  if (ofService.length === 1)
    throw new UsageError(
      "A server may have a part of a document's operations. Compare two documents, or two versions of a server.",
    );
  if (ofService.length === 2)
    return withService({ environment }, async (client) => {
      const changes = await compareServiceVersions(client, names, signal);
      const checks = changes.map((change) => createChangeCheck(change));
      return { title: `Changes of ${options.new.replace("service:", "")} for callers`, checks };
    });
  const [oldOverlay, newOverlay = oldOverlay] = options.overlay;
  // One after the other, so that the error names the first that cannot be read.
  const isNew = await isMissingInRevision(cwd, options.old);
  const hadOverlay = oldOverlay !== undefined && !(await isMissingInRevision(cwd, oldOverlay));
  const before = isNew ? undefined : await readDocument(cwd, options.old, hadOverlay ? oldOverlay : "");
  const after = await readDocument(cwd, options.new, newOverlay);
  if (!before) {
    const { tools, problems } = readSurface(after);
    return {
      title: `${after.title} is new and has no callers yet`,
      checks: tools ? [] : problems.filter(isFailedCheck),
    };
  }
  return { title: `Changes of ${after.title} for callers`, checks: compareDocuments(before, after) };
}

/** The changes for callers; if no server can be made of the new document, the problems that prevent it. */
function compareDocuments(before: CliDocument, after: CliDocument): readonly Check[] {
  const earlier = readSurface(before);
  if (!earlier.tools) {
    const [first] = earlier.problems.filter(isFailedCheck);
    const place = first?.place ? `${formatPlace(first.place)}: ` : "";
    throw new UsageError(`No server can be generated from ${before.name}. ${place}${first?.message ?? ""}`.trim());
  }
  const later = readSurface(after, earlier.files);
  if (!later.tools) return later.problems.filter(isFailedCheck);
  const changes = compareSurfaces(earlier.tools, later.tools);
  const isGone = ({ kind }: SurfaceChange) => kind === "toolRemoved";
  const places = new Map([
    ...locateChanges(changes.filter(isGone), before),
    ...locateChanges(
      changes.filter((change) => !isGone(change)),
      after,
    ),
  ]);
  return changes.map((change) => createChangeCheck(change, places));
}

/** The tools of the server that a document gives after an earlier version. */
function readSurface(document: CliDocument, latest: readonly FileEntry[] = []) {
  const { server, problems } = generateFromDocument(document, { runtime: [], latest });
  // As JSON, because members without a value are no difference.
  const tools = server && createGeneratedSurface(JSON.parse(JSON.stringify(server.definition)));
  return { tools, files: server?.files ?? [], problems };
}

function locateChanges(changes: readonly SurfaceChange[], document: CliDocument) {
  const places = document.locate(changes.map(({ operation = "" }) => document.pointers.get(operation) ?? ""));
  return changes.map((change, index) => [change, places[index]] as const);
}

const statuses = { breaking: "failed", risky: "warning", compatible: "passed" } as const;

function createChangeCheck(change: SurfaceChange, places?: ReadonlyMap<SurfaceChange, Check["place"]>): Check {
  const { severity } = change;
  return {
    status: statuses[severity],
    label: severity,
    group: severity,
    name: formatChangedTool(change),
    message: formatToolChange(change),
    place: places?.get(change),
  };
}

function formatGate({ checks }: CheckReport) {
  return { breaks: checks.some(isFailedCheck), changes: checks.map(formatCheckJson) };
}

/** A version of a server at the service, as the command line names it. */
const serviceVersionName = /^service:(.+)@([^@]+)$/s;

/** What differs for callers between two versions, which may be of two servers. */
async function compareServiceVersions(
  client: ServiceClient,
  [before, after]: readonly [string, string],
  signal: AbortSignal,
): Promise<readonly SurfaceChange[]> {
  // One after the other, so that the error names the first that cannot be read.
  const earlier = await readTools(client, before, signal);
  return compareSurfaces(earlier, await readTools(client, after, signal));
}

async function readTools(client: ServiceClient, name: string, signal: AbortSignal) {
  const [, wanted = "", number = ""] = serviceVersionName.exec(name) ?? [];
  const { name: server, artifactId } = await findServer(client, wanted, signal);
  const reader = artifactId && createVersionReader({ versions: createVersionFiles(), client, artifactId, signal });
  const version = reader ? await reader.find(number) : undefined;
  if (!reader || !version) throw new UsageError(`${server} has no version ${number}.`);
  const tools = await readVersionTools(reader, version);
  if (tools) return tools;
  throw new UsageError(`The tools of ${server} ${number} are not known. Test or deploy the version, then compare it.`);
}
