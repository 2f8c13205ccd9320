import type { DeploymentCommands, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { ServerGeneration } from "../generation/serverGeneration.ts";
import { checkServerSource, readStoredSource } from "../generation/serverSource.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkStorageQuota } from "../usage/storageQuota.ts";
import { presentServer, requireOpenServerRow, requireServerRow } from "./serverHandlers.ts";

export function generateHandlers(
  context: ServiceContext,
  generation: ServerGeneration,
  supervisor: Pick<DeploymentCommands, "readLiveEnvironment">,
): OperationHandlers<"server.generate"> {
  return { "server.generate": (call) => generate(context, generation, supervisor, call) };
}

function generate(
  context: ServiceContext,
  generation: ServerGeneration,
  supervisor: Pick<DeploymentCommands, "readLiveEnvironment">,
  { input, caller }: ServiceCall<"server.generate">,
) {
  const server = requireOpenServerRow(context, caller.organizationId, input.id);
  const { organizationId } = caller;
  checkStorageQuota(context, organizationId);
  if (input.source) checkServerSource(input.source);
  if (!input.source && server.source_digest === null) {
    throw new ServiceProblem("invalid_request", `"${server.name}" has no source yet.`, {
      errors: [{ path: "source", message: "Send a source to generate the server from." }],
    });
  }
  const source = input.source ?? readStoredSource(context, server.source_digest ?? "");
  const { version, skills = [] } = input;
  if (source.kind === "files" && skills.length > 0) {
    throw new ServiceProblem("invalid_request", `"${server.name}" is made from a folder, which has its own skills.`, {
      errors: [{ path: "skills", message: "Add the files to the folder `skills` of the source." }],
    });
  }
  generation.start({ server, source, skills, version, organizationId, publishedBy: caller.userName });
  return presentServer(context, supervisor, requireServerRow(context, organizationId, server.id));
}
