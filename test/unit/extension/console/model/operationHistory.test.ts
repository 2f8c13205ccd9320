import fc from "fast-check";
import { expect, test } from "vitest";
import { operationInputSchema } from "../../../../../src/contract/operationInputSchema.ts";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { operationAreas } from "../../../../../src/extension/console/model/operationAreas.ts";
import {
  addToOperationHistory,
  clearOperationHistory,
  type FinishedOperation,
  readOperationHistory,
} from "../../../../../src/extension/console/model/operationHistory.ts";
import { redactedInputMark } from "../../../../../src/extension/console/model/redactInput.ts";
import { operationInputArbitrary } from "../../../../support/documents/operationInputs.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { sampleInputs } from "../../../../support/service/sampleInputs.ts";

const names = operationAreas.flatMap((area) => area.names);
const run = (operation: OperationName, input: object, connectionId = "c"): FinishedOperation => {
  return { at: "2026-01-01T00:00:00Z", connectionId, operation, input, status: 200, durationMs: 1, requestId: "req_1" };
};

test("lists the runs of one connection, newest first", async () => {
  const memory = createMapMemory();
  await addToOperationHistory(memory, run("me.get", {}), ["c", "d"]);
  await addToOperationHistory(memory, run("projects.create", { name: "a" }), ["c", "d"]);
  await addToOperationHistory(memory, run("projects.list", {}, "d"), ["c", "d"]);
  expect(readOperationHistory(memory, "c").map(({ operation }) => operation)).toEqual(["projects.create", "me.get"]);
  expect(readOperationHistory(memory, "d")).toMatchObject([
    { operation: "projects.list", requestId: "req_1", status: 200 },
  ]);
});

test("is cleared for one connection, and removed with the connection", async () => {
  const memory = createMapMemory();
  for (const id of ["c", "d", "e"]) await addToOperationHistory(memory, run("me.get", {}, id), ["c", "d", "e"]);
  await clearOperationHistory(memory, "c");
  expect(readOperationHistory(memory, "c")).toEqual([]);
  expect(readOperationHistory(memory, "d")).toHaveLength(1);
  await addToOperationHistory(memory, run("me.get", {}, "d"), ["c", "d"]);
  expect(readOperationHistory(memory, "e")).toEqual([]);
});

test("contains at most the newest 100 runs and 200 kB", async () => {
  const memory = createMapMemory();
  for (let count = 0; count < 110; count += 1)
    await addToOperationHistory(memory, run("projects.list", { q: `${count}` }), ["c"]);
  expect(readOperationHistory(memory, "c")).toHaveLength(100);
  expect(readOperationHistory(memory, "c")[0]?.input).toEqual({ q: "109" });
  const cases = Array.from({ length: 100 }, () => "x".repeat(400));
  for (let count = 0; count < 8; count += 1)
    await addToOperationHistory(memory, run("serverTestRuns.start", { id: "a", cases }), ["c"]);
  expect(String(memory.values.get("user operations")).length).toBeLessThan(200_100);
  expect(readOperationHistory(memory, "c")[0]?.operation).toBe("serverTestRuns.start");
});

test("ignores invalid stored data", async () => {
  const memory = createMapMemory();
  await memory.write("user", "operations", [{ at: 1 }, "x", { ...run("me.get", {}), operation: "nothing.known" }]);
  expect(readOperationHistory(memory, "c")).toEqual([]);
  await memory.write("user", "operations", 7);
  expect(readOperationHistory(memory, "c")).toEqual([]);
});

test("stores every sample input except for marked fields", async () => {
  const memory = createMapMemory();
  for (const name of names) await addToOperationHistory(memory, run(name, sampleInputs[name]), ["c"]);
  const inputs = Object.fromEntries(
    readOperationHistory(memory, "c").map(({ operation, input }) => [operation, input]),
  );
  const files = [{ path: "SKILL.md", encoding: "utf8", content: redactedInputMark }];
  expect(inputs).toEqual({
    ...sampleInputs,
    "skills.create": { ...sampleInputs["skills.create"], files },
    "runtime.oauthToken": { ...sampleInputs["runtime.oauthToken"], client_secret: redactedInputMark },
  });
});

test.each(names)("stores no value of a marked field of %s", async (name) => {
  await fc.assert(
    fc.asyncProperty(operationInputArbitrary(name, "canary-0123"), async (input) => {
      expect(operationInputSchema(name).safeParse(input).error).toBeUndefined();
      const memory = createMapMemory();
      await addToOperationHistory(memory, run(name, input), ["c"]);
      expect([...memory.values.values()].join("\n")).not.toContain("canary-0123");
      expect(readOperationHistory(memory, "c")).toHaveLength(1);
    }),
    { numRuns: 30 },
  );
});

const forms = {
  key: "flk_9mHqV5w8Zr3XcT1yB7uN4kLpD2sGfJ6aEoCiRtQ0xWv",
  "short key": "flk_canary",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.canary",
  header: "Authorization: Bearer canary-canary-canary",
  "user of a URL": "https://canary:secret@host/a.json",
  "query of a URL": "see https://host/a.json?sig=canary#canary",
  "private key": "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----",
};

test.each(Object.entries(forms))("a %s is redacted at any position", async (_form, secret) => {
  const memory = createMapMemory();
  const input = { id: "srv_1", message: `before ${secret} after` };
  await addToOperationHistory(memory, run("server.deploy", input), ["c"]);
  const [entry] = readOperationHistory(memory, "c");
  expect(JSON.stringify(entry)).not.toMatch(/canary|flk_|9mHqV5w8/);
  expect(entry?.input.message).toContain(redactedInputMark);
});

test("the contract marks a field in each operation that takes secrets or files", () => {
  const marked = names.filter((name) =>
    fc
      .sample(operationInputArbitrary(name, "canary-0123"), { numRuns: 200, seed: 1 })
      .some((input) => JSON.stringify(input).includes("canary-0123")),
  );
  expect(marked).toEqual([
    ...["servers.create", "server.update", "server.generate", "server.deploy", "skills.create", "skill.update"],
    ...["serverTestRuns.start", "skillTestRuns.start", "runtime.oauthToken"],
  ]);
});
