import { expect, test } from "vitest";
import { notFoundResponse, startDialectService } from "../../../support/dialect/dialectService.ts";

const parts = ["2026-01-05T12:00:00Z WARN one\ntw", "o\n\nthree"];

test("a log that is one text has an event a line, also one that continues in the next part, and the last without its end", async () => {
  const { client } = await startDialectService(({ path, query }) => {
    if (path !== "deployment/events" || query.id !== "d") return notFoundResponse;
    const at = Number(query.offset ?? 0);
    return { body: { log: parts[at], next_offset: at + 1, total: parts.length } };
  });
  const { items } = await client.call("deployment.events", { id: "d" });
  expect(items.map(({ sequence, message }) => [sequence, message])).toEqual([
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]);
  expect(items[0]).toMatchObject({ at: "2026-01-05T12:00:00.000Z", level: "warning" });
});
