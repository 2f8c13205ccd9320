import { type InputOf, type OperationName, type OutputOf, operations } from "../contract/operations.ts";
import type { CallOptions } from "./callOptions.ts";
import type { Client } from "./client.ts";
import { followEvents } from "./events/followEvents.ts";
import { exchange } from "./fetchRawResponse.ts";
import { listItems } from "./listItems.ts";
import { jsonOf, parseAnswer } from "./parseResponse.ts";
import { perform } from "./performCall.ts";
import type { CallContext } from "./sendAttempt.ts";

/** The client of a service that speaks as the contract has it. */
export function createContractClient(context: CallContext): Client {
  // The one place where a parsed answer gets the type of the schema that parsed it.
  const call: Client["call"] = async <N extends OperationName>(name: N, input: InputOf<N>, given: CallOptions = {}) => {
    const { answer, circumstances } = await perform(context, { name, input, options: given });
    return (await parseAnswer(circumstances, answer, operations[name].output)) as OutputOf<N>;
  };
  const list: Client["list"] = (name, input, given) => listItems(context, call, name, input, given);
  return {
    call,
    list,
    events: (deploymentId, following) => followEvents(context, { call, list }, deploymentId, following),
    raw: async (name, input, given = {}) => {
      const { answer, circumstances } = await perform(context, { name, input, options: given });
      return jsonOf(circumstances, answer, operations[name].output !== null);
    },
    exchange: (name, input, given = {}) => exchange(context, { name, input, options: given }),
    close: () => context.transport.close(),
  };
}
