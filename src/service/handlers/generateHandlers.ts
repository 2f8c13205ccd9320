import type { Call, Handlers, ServiceContext } from "../context.ts";
import type { Generation } from "../generation/serverGeneration.ts";
import { checkSource, readSource } from "../generation/serverSource.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { checkRoom } from "../usage/storageQuota.ts";
import { requireServer, showServer } from "./serverHandlers.ts";

export function generateHandlers(context: ServiceContext, generation: Generation): Handlers<"server.generate"> {
  return { "server.generate": (call) => generate(context, generation, call) };
}

function generate(context: ServiceContext, generation: Generation, { input, caller }: Call<"server.generate">) {
  const server = requireServer(context, caller.organizationId, input.id);
  const { organizationId } = caller;
  checkRoom(context, organizationId);
  if (input.source) checkSource(input.source);
  if (!input.source && server.source_digest === null) {
    throw new ServiceProblem("invalid_request", `"${server.name}" has no source yet.`, {
      errors: [{ path: "source", message: "Say what to make it from." }],
    });
  }
  const source = input.source ?? readSource(context, server.source_digest ?? "");
  generation.start({ server, source, version: input.version, organizationId, publishedBy: caller.userName });
  return showServer(context, requireServer(context, organizationId, server.id));
}
