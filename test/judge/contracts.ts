import type { VersionTool } from "../../src/contract/routes/toolsRoute.ts";
import { compareSurfaces } from "../../src/surface/compareSurfaces.ts";
import type { SurfaceChange } from "../../src/surface/surfaceChange.ts";
import { isRecord, type UnknownRecord } from "../../src/text/record.ts";
import { generateFromValidDocument } from "../support/documents/generateFromDocument.ts";
import { judgeSchemaPair } from "../support/surface/judgeSchemaPair.ts";
import { listReleasePairs } from "./releases/publicReleases.ts";

/**
 * `npm run judge:contracts` (`-- Figma` for one API): compares the tools of older and newer releases of public descriptions, and tries values with an independent
 * validator: an input that was valid before, or a result that is valid now, must stay valid on the other side, unless the comparison
 * says so. If it has only properties that its schema names, the comparison must call that breaking, not risky. Needs the package
 * registry.
 */
const proposals = 200;
const seed = 20_261_123;
/** Names of APIs; none chooses all. */
const chosen = process.argv.slice(2);
/** Longer schemas take the validator too long. */
const maxSchemaLength = 40_000;
const longestReport = 5;

interface Tally {
  /** Changed schemas with values that were tried. */
  tried: number;
  /** A value shows that the change breaks callers. */
  proven: number;
  /** Of the proven ones, those that the comparison calls compatible. */
  missed: number;
  /** Of the proven ones, those with a value that has no property without a name in its schema. */
  named: number;
  /** Of these, the ones that the comparison does not call breaking. */
  mild: number;
  untried: number;
}

const total: Tally = { tried: 0, proven: 0, missed: 0, named: 0, mild: 0, untried: 0 };
let pairCount = 0;
for (const { name, older, newer } of listReleasePairs(chosen)) {
  const [before, after] = [listTools(older), listTools(newer)];
  const started = performance.now();
  const changes = compareSurfaces([...before.values()], [...after.values()]);
  const elapsed = Math.round(performance.now() - started);
  const { tally, findings } = judgeTools(before, after, changes);
  pairCount += 1;
  for (const key of ["tried", "proven", "missed", "named", "mild", "untried"] as const) total[key] += tally[key];
  const breaking = changes.filter(({ severity }) => severity === "breaking").length;
  process.stdout.write(
    `${name}: ${before.size} and ${after.size} tools, ${changes.length} changes in ${elapsed} ms, ${breaking} breaking; ${formatTally(tally)}\n`,
  );
  for (const finding of findings.slice(0, longestReport)) process.stdout.write(`  ${finding}\n`);
}
process.stdout.write(`${pairCount} pairs: ${formatTally(total)}\n`);
process.exit(total.missed + total.mild === 0 && total.tried > 0 ? 0 : 1);

function listTools(document: string): ReadonlyMap<string, VersionTool> {
  const { tools } = generateFromValidDocument(document).definition;
  return new Map(
    tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
      const texts = { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
      const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
      return [name, { name, ...texts, ...schemas, ...(annotations && { annotations: { ...annotations } }) }];
    }),
  );
}

function judgeTools(
  before: ReadonlyMap<string, VersionTool>,
  after: ReadonlyMap<string, VersionTool>,
  changes: readonly SurfaceChange[],
) {
  const tally: Tally = { tried: 0, proven: 0, missed: 0, named: 0, mild: 0, untried: 0 };
  const findings: string[] = [];
  const byTool = Map.groupBy(changes, ({ tool }) => tool);
  const judge = (tool: string, place: string, from: UnknownRecord, to: UnknownRecord) => {
    const texts = [JSON.stringify(from), JSON.stringify(to)];
    if (texts[0] === texts[1]) return;
    const isLong = texts.some(({ length }) => length > maxSchemaLength);
    const judged = isLong ? undefined : judgeSchemaPair({ before: from, after: to }, proposals, seed);
    if (!judged || judged.validCount === 0) {
      tally.untried += 1;
      return;
    }
    tally.tried += 1;
    if (!judged.witness) return;
    tally.proven += 1;
    const own = byTool.get(tool) ?? [];
    const severities = new Set(own.flatMap(({ pointer, severity }) => (pointer.startsWith(place) ? severity : [])));
    const named = judgeSchemaPair({ before: nameAllProperties(from), after: to }, proposals, seed)?.witness;
    if (named) tally.named += 1;
    if (severities.has("breaking")) return;
    if (named) {
      tally.mild += 1;
      findings.push(`${tool}${place} is not called breaking, but is with ${JSON.stringify(named.value)}`);
    }
    if (severities.has("risky")) return;
    tally.missed += 1;
    findings.push(`${tool}${place} is called compatible, but not with ${JSON.stringify(judged.witness.value)}`);
  };
  for (const [name, { inputSchema, outputSchema }] of before) {
    const later = after.get(name);
    if (!later) continue;
    judge(name, "/inputSchema", inputSchema, later.inputSchema);
    if (outputSchema && later.outputSchema) judge(name, "/outputSchema", later.outputSchema, outputSchema);
  }
  for (const name of before.keys())
    if (!after.has(name) && !byTool.get(name)?.some(({ severity }) => severity === "breaking")) {
      tally.missed += 1;
      findings.push(`${name} is gone, and is not called breaking`);
    }
  return { tally, findings };
}

/** The schema without the values that have properties it does not name. */
function nameAllProperties(schema: UnknownRecord): UnknownRecord {
  // A part that accepts less lets these accept more.
  return /"(oneOf|not|if)":/.test(JSON.stringify(schema)) ? schema : closeObjects(schema);
}

function closeObjects(schema: UnknownRecord): UnknownRecord {
  const members = Object.entries(schema).map(([key, value]) => [key, closeWithin(value)]);
  const isObject = isRecord(schema.properties) || [schema.type].flat().includes("object");
  const isOpen = isObject && !("additionalProperties" in schema) && !("allOf" in schema);
  return { ...Object.fromEntries(members), ...(isOpen && { additionalProperties: false }) };
}

function closeWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeWithin);
  return isRecord(value) ? closeObjects(value) : value;
}

function formatTally({ tried, proven, missed, named, mild, untried }: Tally): string {
  const breaks = `${missed} of ${proven} proven breaks called compatible`;
  const ofNamed = `${mild} of the ${named} with named properties only not called breaking`;
  return `${breaks}, ${ofNamed}, ${tried} changed schemas tried, ${untried} not tried`;
}
