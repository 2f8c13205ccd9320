import * as z from "zod";
import type { ServerSource } from "../../contract/servers.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { GeneratedVersion } from "./generatedVersion.ts";

interface Named {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly version: string;
}

/** As much of the MCP registry's `server.json` as says what a server wants to find in its environment. */
const manifestSchema = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  packages: z
    .array(
      z.looseObject({
        environmentVariables: z
          .array(
            z.looseObject({
              name: z.string(),
              description: z.string().default(""),
              isRequired: z.boolean().default(false),
              isSecret: z.boolean().default(false),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

/** A folder of one's own is taken as it is; its `server.json`, if it has one, is its manifest. */
export function readUploadedFiles(source: Extract<ServerSource, { kind: "files" }>, server: Named): GeneratedVersion {
  const found = source.files.find(({ path }) => path === "server.json");
  const parsed = found && manifestSchema.safeParse(tryParseJson(Buffer.from(found.content, found.encoding).toString()));
  const manifest = parsed?.success ? parsed.data : undefined;
  const variables = (manifest?.packages ?? []).flatMap(({ environmentVariables }) => environmentVariables);
  return {
    files: source.files,
    entry: source.entry,
    manifest: manifest ?? { name: `local/${server.slug}`, description: server.description, version: server.version },
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()].map(
      ({ name, description, isRequired, isSecret }) => ({ name, description, required: isRequired, secret: isSecret }),
    ),
    accounts: [],
    toolCount: null,
    title: manifest?.title ?? server.name,
    description: manifest?.description ?? server.description,
    problems: found && !manifest ? [unreadable] : [],
  };
}

const unreadable = {
  severity: "warning",
  code: "manifest_unreadable",
  message: "server.json is not a server manifest, so the variables the server wants are not known.",
  pointer: "",
} as const;
