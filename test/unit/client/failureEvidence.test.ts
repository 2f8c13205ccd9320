import { describe, expect, test } from "vitest";
import { createServiceError } from "../../../src/client/createServiceError.ts";
import {
  NetworkError,
  notOfferedCode,
  RedirectedError,
  ServiceError,
  UnclearAnswerError,
} from "../../../src/client/errors.ts";
import { readFailureEvidence } from "../../../src/client/failureEvidence.ts";
import { evidenceSchema, longestEvidenceText } from "../../../src/contract/evidence.ts";

const about = { operation: "servers.list", host: "api.example" } as const;
const refusal = (status: number, body: unknown = { detail: "Not like this." }) =>
  createServiceError(about, { status, text: JSON.stringify(body), retryAfterMs: undefined });

describe("the evidence of a failed call", () => {
  test.each([400, 401, 403, 415, 422])("is a refusal in the service's words for status %i", (status) => {
    expect(readFailureEvidence(refusal(status))).toEqual({ outcome: "refused", status, words: "Not like this." });
  });

  test.each([405, 501])("is that the operation is not offered for status %i", (status) => {
    expect(readFailureEvidence(refusal(status))).toMatchObject({ outcome: "notOffered", status });
  });

  test.each([404, 408, 409, 410, 412, 429, 500, 503])(
    "is nothing for status %i, which passes or is about one item",
    (status) => {
      expect(readFailureEvidence(refusal(status))).toBeUndefined();
    },
  );

  test("is nothing for a service that cannot be reached, and for any other error", () => {
    expect(readFailureEvidence(new NetworkError("No way.", { ...about, code: "ECONNRESET" }))).toBeUndefined();
    expect(readFailureEvidence(new Error("A mistake."))).toBeUndefined();
    expect(readFailureEvidence("a text")).toBeUndefined();
  });

  test("has the words of the refusal that shows that an operation is not offered", () => {
    const details = {
      title: undefined,
      detail: "this service does not offer it.",
      errors: [],
      retryAfterMs: undefined,
    };
    const missing = (cause: unknown) =>
      new ServiceError("Could not list servers.", { ...about, ...details, cause, status: 501, code: notOfferedCode });
    expect(readFailureEvidence(missing(refusal(404, { detail: "No such route." })))).toEqual({
      ...{ outcome: "notOffered", status: 404, words: "No such route." },
    });
    expect(readFailureEvidence(missing(undefined))).toEqual({ outcome: "notOffered" });
  });

  test("has the fields that a refusal names", () => {
    const body = { detail: "Invalid.", errors: [{ path: "limit", message: "is too large" }] };
    expect(readFailureEvidence(refusal(422, body))?.words).toBe("Invalid.; limit: is too large");
  });

  test("says what is missing in an answer that cannot be read, without operation, host and advice", () => {
    const problem = "the answer holds no list that Fairlead recognises.";
    const advice = `Say in the service profile how it is read.`;
    const error = new UnclearAnswerError(`Could not list servers at api.example: ${problem} ${advice}`, {
      ...{ ...about, status: 200, problem },
    });
    expect(readFailureEvidence(error)).toEqual({
      ...{ outcome: "refused", status: 200, unreadable: "The answer holds no list that Fairlead recognises." },
    });
    const redirected = new RedirectedError("Could not list servers at api.example: it redirects.", about);
    expect(readFailureEvidence(redirected)).toEqual({ outcome: "refused", unreadable: "It redirects." });
  });

  test("holds no secret and no text without end", () => {
    const words =
      readFailureEvidence(
        refusal(400, { detail: `Bad key ${"x".repeat(480)} sk-${"a".repeat(40)} ${"y ".repeat(300)}` }),
      )?.words ?? "";
    expect(words).not.toContain("sk-a");
    expect(words).toHaveLength(longestEvidenceText);
    const evidence = { outcome: "refused", at: "2026-01-01T00:00:00.000Z", words };
    expect(evidenceSchema.safeParse(evidence).success).toBe(true);
  });
});
