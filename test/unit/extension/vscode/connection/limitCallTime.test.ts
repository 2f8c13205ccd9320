import { expect, test } from "vitest";
import type { CallOptions } from "../../../../../src/client/client.ts";
import { limitCallTime } from "../../../../../src/extension/vscode/connection/limitCallTime.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("each call without a deadline gets the user's at the time of the call, another keeps its own", async () => {
  const deadlines: CallOptions["deadlineMs"][] = [];
  const recorded: typeof served.api = {
    ...served.api,
    call: (name, input, options) => {
      deadlines.push(options?.deadlineMs);
      return served.api.call(name, input, options);
    },
    list: (name, input, options) => {
      deadlines.push(options?.deadlineMs);
      return served.api.list(name, input, options);
    },
  };
  const setting = { ms: 5000 };
  const client = limitCallTime(recorded, () => setting.ms);
  await client.call("projects.list", {});
  setting.ms = 9000;
  await client.call("projects.list", {}, { deadlineMs: 1000 });
  for await (const _ of client.list("projects.list", {})) break;
  expect(deadlines).toEqual([5000, 1000, 9000]);
});
