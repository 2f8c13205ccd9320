import * as z from "zod";
import type { ServerSource } from "../../contract/servers.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { GeneratedVersion } from "./generatedVersion.ts";

interface VersionNames {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly version: string;
}

/** The part of the MCP registry's `server.json` that lists the server's environment variables. */
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

/** Takes the uploaded files unchanged. Their `server.json`, if present, becomes the manifest. */
export function readUploadedFiles(
  source: Extract<ServerSource, { kind: "files" }>,
  server: VersionNames,
): GeneratedVersion {
  const manifestFile = source.files.find(({ path }) => path === "server.json");
  const parsed =
    manifestFile &&
    manifestSchema.safeParse(tryParseJson(Buffer.from(manifestFile.content, manifestFile.encoding).toString()));
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
    problems: manifestFile && !manifest ? [unreadableManifest] : [],
  };
}

const unreadableManifest = {
  severity: "warning",
  code: "manifest_unreadable",
  message: "server.json is not a server manifest, so the variables of the server are unknown.",
  pointer: "",
} as const;
