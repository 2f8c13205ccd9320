import * as z from "zod";
import { type Artifact, artifactSchema } from "../../contract/registry.ts";
import { createReadTool, type ToolConnection } from "./languageModelTool.ts";
import { takeItems } from "./takeItems.ts";
import { limitInput, skipInput } from "./toolInputs.ts";
import type { ToolFacts } from "./toolReply.ts";

const input = z.strictObject({
  query: z.string().max(200).optional().describe("Text in a name, a title or a description; all if omitted."),
  kind: artifactSchema.shape.kind.optional(),
  artifact: z.string().min(1).max(200).optional().describe("Id of one artifact, to see more of its versions."),
  limit: limitInput,
  skip: skipInput,
});

/** Versions need a request per artifact, so only a few are read. */
const withVersions = 5;
const versionsOfEach = { ofSeveral: 3, ofOne: 20 } as const;

export const searchRegistryTool = createReadTool(
  { input, progress: "Searching the registry" },
  async (toolConnection, input) => {
    const { query, kind, artifact: id, skip } = input;
    const wanted = { limit: 200, ...(id && { id }), ...(kind && { kind }), ...(query && { q: query }) };
    const page = await takeItems(
      toolConnection.client.list("registry.artifacts", wanted, { signal: toolConnection.signal }),
      input,
    );
    const count = page.items.length === 1 ? versionsOfEach.ofOne : versionsOfEach.ofSeveral;
    const described = page.items.slice(0, withVersions).map((artifact) => describe(toolConnection, artifact, count));
    const items = [...(await Promise.all(described)), ...page.items.slice(withVersions).map(brief)];
    const more = (shown: readonly ToolFacts[]) =>
      `There are more: ask again with skip ${skip + shown.length}, or with a narrower query.`;
    return {
      facts: { connection: toolConnection.connection.name },
      list: { name: "artifacts", items, isCut: page.isCut, more },
    };
  },
);

const brief = ({ id, kind, name, title, description, latestVersion, versionCount }: Artifact): ToolFacts => ({
  id,
  kind,
  name,
  ...(title && title !== name && { title }),
  ...(description && { description }),
  latestVersion,
  versionCount,
});

async function describe({ client, signal }: ToolConnection, artifact: Artifact, limit: number): Promise<ToolFacts> {
  const { items } = await client.call("registry.versions", { id: artifact.id, limit }, { signal });
  const versions = items.map(({ version, publishedAt, notes, deprecated }) => ({
    version,
    publishedAt,
    ...(notes && { notes }),
    ...(deprecated && { deprecated }),
  }));
  return { ...brief(artifact), versions };
}
