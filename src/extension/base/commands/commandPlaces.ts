import { byContent, isFolder, matches } from "./command.ts";

/** Rows of servers that answer, or that a request wakes. */
export const runningServer = /^server\.[a-z]+\.(running|idle|degraded)/;

const namedLikeApi = matches("resourceFilename", /(openapi|swagger|api-docs|api).*\.(ya?ml|json)$/i);
const namedDocument = matches("resourceFilename", /^(openapi|swagger)\.(ya?ml|json)$/i);
const otherFile = matches(
  "resourceFilename",
  /^(package(-lock)?|tsconfig.*|jsconfig|settings|launch|tasks|extensions|fairlead.*|evals|(docker-)?compose.*|pnpm-.*|mkdocs)\.(json|ya?ml)$/,
);
const mayBeDocument = `!${isFolder} && ${matches("resourceExtname", /^\.(ya?ml|json)$/i)} && !(${otherFile})`;
/** By content; by name until the editor has read the workspace, because VS Code shows menus before the extension runs. */
export const openapiDocument = `${namedDocument} || ${byContent("fairlead.openapiDocuments", mayBeDocument)}`;
export const openedDocument = byContent("fairlead.openapiDocuments", namedLikeApi);
