import type { File } from "../../contract/files.ts";
import type { Variable } from "../../contract/servers.ts";
import { entry, textFile } from "./serverFiles.ts";
import { type Described, manifest, port } from "./serverManifest.ts";

/** What stands beside the program: how it is described, run and packed. */
export function projectFiles(server: Described): File[] {
  return [
    textFile("server.json", json(manifest(server))),
    textFile("package.json", json(packageManifest(server))),
    textFile("Dockerfile", dockerfile),
    textFile(".env.example", environmentExample(server.variables)),
  ];
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const packageManifest = ({ slug, version, description }: Described) => ({
  name: slug,
  version,
  private: true,
  description,
  type: "module",
  main: entry,
  scripts: { start: `node --env-file-if-exists=.env ${entry}` },
  engines: { node: ">=24" },
});

const dockerfile = `FROM node:24-slim
WORKDIR /app
COPY . .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${port}
EXPOSE ${port}
USER node
CMD ["node", "${entry}"]
`;

function environmentExample(variables: readonly Variable[]): string {
  const lines = variables.map(
    ({ name, required, description }) =>
      `# ${description}${required ? " Required." : ""}\n${required ? "" : "#"}${name}=\n`,
  );
  return [...lines, `# Where the server listens.\nHOST=127.0.0.1\nPORT=${port}\n`].join("\n");
}
