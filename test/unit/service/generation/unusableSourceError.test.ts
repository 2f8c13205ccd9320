import { expect, test } from "vitest";
import { createUnusableSourceError } from "../../../../src/service/generation/generatedVersion.ts";

const problem = (message: string, severity: "error" | "warning" = "error") => ({
  code: "x",
  message,
  pointer: "",
  severity,
});

test.each([
  [[], "The document cannot be used: no reason given"],
  [[problem("Old."), problem("Odd.", "warning")], "The document cannot be used: Old."],
  [[problem("Old."), problem("Odd."), problem("Bad.")], "The document cannot be used: Old. (and 2 more)"],
])("the message of %o says the first error, and how many more there are", (problems, message) => {
  expect(createUnusableSourceError(problems)).toMatchObject({ message, problems });
});
