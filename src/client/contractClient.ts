import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import type { CallOptions } from "./callOptions.ts";
import type { ServiceClient } from "./client.ts";
import { followEvents } from "./events/followEvents.ts";
import { fetchRawResponse } from "./fetchRawResponse.ts";
import { listItems } from "./listItems.ts";
import { parseResponse, parseResponseJson } from "./parseResponse.ts";
import { performCall } from "./performCall.ts";
import type { ClientContext } from "./sendAttempt.ts";

/** The client of a service that speaks as the contract has it. */
export function createContractClient(context: ClientContext): ServiceClient {
  // The one place where a parsed answer gets the type of the schema that parsed it.
  const call: ServiceClient["call"] = async <N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    given: CallOptions = {},
  ) => {
    const { answer, circumstances } = await performCall(context, { name, input, options: given });
    return (await parseResponse(circumstances, answer, operationTable[name].output)) as ReceivedOutput<N>;
  };
  const list: ServiceClient["list"] = (name, input, given) => listItems(context, call, name, input, given);
  return {
    call,
    list,
    events: (deploymentId, following) => followEvents(context, { call, list }, deploymentId, following),
    raw: async (name, input, given = {}) => {
      const { answer, circumstances } = await performCall(context, { name, input, options: given });
      return parseResponseJson(circumstances, answer, operationTable[name].output !== null);
    },
    exchange: (name, input, given = {}) => fetchRawResponse(context, { name, input, options: given }),
    close: () => context.transport.close(),
  };
}
