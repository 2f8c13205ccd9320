import type { ServiceClient } from "../../../../client/client.ts";
import { serverLimitsSchema } from "../../../../contract/runners.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isVariableSet } from "../../../../contract/serverVariableState.ts";
import type { ExportedServer, ExportedVariable } from "../../../../export/exportedServer.ts";
import { codeFile } from "../../../registry/model/versionFiles.ts";
import { selectFolderCode } from "../../model/folder/folderLink.ts";
import { readVariableValue } from "../../model/serverVariables.ts";

/** Reads the files of a version, and what an export says of its server. The values of secrets are not among it. */
export async function readExportedServer(
  client: ServiceClient,
  { server, version }: { readonly server: Server; readonly version: string },
  signal: AbortSignal,
): Promise<ExportedServer> {
  const artifact = await client.call("registry.artifact", { id: server.artifactId ?? "", version }, { signal });
  const { limits: { memoryMb, cpus } = {} } = server;
  return {
    version,
    name: server.name,
    slug: server.slug,
    description: server.description,
    entry: artifact.version?.entry,
    files: selectFolderCode((artifact.files ?? []).flatMap((file) => codeFile(file) ?? [])),
    variables: listVariables(server),
    allowedHosts: server.allowedHosts ?? [],
    accounts: (server.accounts ?? []).flatMap(({ provider, scheme }) => provider ?? scheme ?? []),
    limits: serverLimitsSchema.safeParse({ memoryMb, cpus }).data ?? {},
    replicas: server.replicas ?? 1,
  };
}

/** The variables that the service describes, and the others that the server has values for, which may be secrets. */
function listVariables(server: Server): readonly ExportedVariable[] {
  const { variables = [], environment = {} } = server;
  const described = variables.map((variable) => ({
    name: variable.name,
    description: variable.description,
    documentation: variable.documentation,
    isRequired: variable.required === true,
    isSet: isVariableSet(server, variable) === true,
    value: readVariableValue(server, variable),
  }));
  const known = new Set(variables.map(({ name }) => name));
  const others = Object.keys(environment).filter((name) => !known.has(name));
  return [...described, ...others.map((name) => ({ name, isRequired: false, isSet: true }))].filter(({ name }) =>
    isVariable.test(name),
  );
}

/** Another service may take names that neither an environment file nor a Secret can have. */
const isVariable = /^[A-Za-z_][A-Za-z0-9_]*$/;
