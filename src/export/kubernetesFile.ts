import { Document, isMap, isScalar } from "yaml";
import { type KubernetesObject, serverPort } from "../kubernetes/kubernetesServer.ts";
import { createServerObjects } from "../kubernetes/serverObjects.ts";
import { toVisibleText } from "../text/toVisibleText.ts";
import { describeVariable } from "./environmentExample.ts";
import { type ExportedServer, type ExportedVariable, needsValue } from "./exportedServer.ts";
import { formatImageName, getServiceName } from "./imageFiles.ts";

/** Where no registry is, so that an image that was not named by the user is not pulled from a stranger. */
export const exampleRepository = "registry.example.com/team";

/** The text of a file with the objects of a server, and comments on what is to be filled in. */
export function createKubernetesFile(server: ExportedServer): string {
  const variables = server.variables.filter(({ name }) => name !== "HOST" && name !== "PORT");
  const entered = variables.filter(needsValue);
  const name = getServiceName(server);
  const environment = Object.fromEntries(entered.map(({ name: variable, value = "" }) => [variable, value]));
  const objects = createServerObjects({
    name,
    labels: { "app.kubernetes.io/managed-by": "kubectl" },
    version: server.version,
    image: `${exampleRepository}/${formatImageName(server)}`,
    // Its Service has this name, which the server would refuse.
    environment: { ALLOWED_HOSTS: name, ...environment },
    limits: server.limits,
    network: { callers: [{ labels: {} }], privateHosts: [] },
  });
  const comments: Readonly<Record<string, string>> = {
    Secret: "The server's environment. Fill in the empty values, and do not commit them.",
    NetworkPolicy: describeNetwork(server),
    Service: `Pods of the same namespace call the server at http://${name}:${serverPort}/mcp. It has no login.`,
    Deployment: `Replace ${exampleRepository} by the registry that you push the image to.`,
  };
  return objects.map((object) => formatObject(object, comments[object.kind] ?? "", variables)).join("---\n");
}

function describeNetwork({ allowedHosts }: ExportedServer): string {
  const hosts =
    allowedHosts.length === 0 ? [] : [`In Fairlead it may connect to ${allowedHosts.join(", ")} besides its API.`];
  return [
    "Pods of the same namespace may call the server. It may connect to DNS and to public addresses, not to the cluster's, nodes'",
    "and private ones: add a rule to egress for those that it needs. A NetworkPolicy knows no names of hosts, so it does not",
    "replace allowed hosts, and it applies only where the cluster's network plugin enforces such policies.",
    ...hosts,
  ].join("\n");
}

function formatObject(object: KubernetesObject, comment: string, variables: readonly ExportedVariable[]): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  document.commentBefore = formatComment(comment);
  if (object.stringData) commentVariables(document, variables);
  return document.toString({ lineWidth: 0 });
}

/** Says above each variable what it is, and below them all which others there are. */
function commentVariables(document: Document, variables: readonly ExportedVariable[]): void {
  const values = document.get("stringData", true);
  if (!isMap(values)) return;
  const others: string[] = [];
  for (const variable of variables) {
    const text = describeVariable(variable);
    const pair = values.items.find(({ key }) => isScalar(key) && key.value === variable.name);
    if (isScalar(pair?.key)) pair.key.commentBefore = formatComment(text);
    else others.push(...[text, `${variable.name}: ""`].filter((line) => line !== ""));
  }
  if (others.length > 0) values.comment = formatComment(others.join("\n"));
}

/** The library begins each line with `#`. Other readers of YAML take more characters for the end of a line. */
const formatComment = (text: string) => toVisibleText(text).replaceAll(/^(?=.)/gm, " ");
