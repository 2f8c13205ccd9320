import { serverPort } from "../kubernetes/kubernetesServer.ts";
import { createLabelValue, createObjectName } from "../kubernetes/objectNames.ts";
import type { ExportedServer } from "./exportedServer.ts";
import type { ServerProgram } from "./serverProgram.ts";

/** The name of the server in Compose and Kubernetes: a DNS label. */
export const getServiceName = ({ name, slug }: Pick<ExportedServer, "name" | "slug">) => createObjectName(slug ?? name);

/** The name and tag of the image that the Dockerfile builds. */
export function formatImageName(server: Pick<ExportedServer, "name" | "slug" | "version">): string {
  return `${getServiceName(server)}:${createLabelValue(server.version) || "latest"}`;
}

/** Node, the packages of the lock file without their scripts, and the version's files, as a user without rights. */
export function createDockerfile({
  entry,
  nodeVersion,
  hasLockFile,
}: ServerProgram & { readonly entry: string }): string {
  const install = `COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
`;
  return `FROM node:${nodeVersion}-slim
WORKDIR /app
${hasLockFile ? install : ""}COPY . .
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${serverPort}
EXPOSE ${serverPort}
USER 65532:65532
CMD ${JSON.stringify(["node", entry])}
`;
}

/** What stays out of the image, after what the version says itself: above all the files that the user fills secrets in. */
export function createDockerignore(own: string, formatPath: string): string {
  const secrets = [".env", formatPath];
  const lines = own.split(/\r?\n/);
  const others = [".git", "node_modules"].filter((path) => !lines.includes(path));
  return `${[own.trimEnd(), ...others, ...secrets].filter((line) => line !== "").join("\n")}\n`;
}

/** Whether the image has the program `node`: the last stage begins with an image of that name. */
export function hasNode({ dockerfile }: Pick<ServerProgram, "dockerfile">): boolean {
  if (dockerfile === undefined) return true;
  const [, image = ""] = [...dockerfile.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)/gim)].at(-1) ?? [];
  return /(^|\/)node(:|@|$)/.test(image);
}
