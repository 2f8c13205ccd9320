import type { FileEntry } from "../../contract/files.ts";
import type { ServerVariable } from "../../contract/servers.ts";
import { formatEnvironmentFile } from "./environmentFile.ts";
import { formatJson } from "./formatJson.ts";
import { createTextFile, entryFileName } from "./serverFiles.ts";
import { containerPort, createServerManifest, type ServerDescription } from "./serverManifest.ts";

/** Creates the files that describe, start and package the server. */
export function createProjectFiles(server: ServerDescription): FileEntry[] {
  return [
    createTextFile("server.json", formatJson(createServerManifest(server))),
    createTextFile("package.json", formatJson(createPackageManifest(server))),
    createTextFile("Dockerfile", dockerfile),
    createTextFile(".env.example", createEnvironmentExample(server.variables)),
  ];
}

const createPackageManifest = ({ slug, version, description }: ServerDescription) => ({
  name: slug,
  version,
  private: true,
  description,
  type: "module",
  main: entryFileName,
  scripts: { start: `node --env-file-if-exists=.env ${entryFileName}` },
  engines: { node: ">=24" },
});

const dockerfile = `FROM node:24-slim
WORKDIR /app
COPY . .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${containerPort}
EXPOSE ${containerPort}
USER node
CMD ["node", "${entryFileName}"]
`;

function createEnvironmentExample(variables: readonly ServerVariable[]): string {
  return formatEnvironmentFile([
    ...variables.map(({ name, required, description, hosts = [] }) => ({
      name,
      comment: `${description}${required ? " Required." : ""}`,
      value: hosts.join(" "),
      disabled: !required && hosts.length === 0,
    })),
    { name: "HOST", comment: "Where the server listens.", value: "127.0.0.1" },
    { name: "PORT", value: String(containerPort) },
  ]);
}
