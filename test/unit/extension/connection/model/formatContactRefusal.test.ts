import { expect, test } from "vitest";
import { ServiceError } from "../../../../../src/client/errors.ts";
import { formatContactRefusal } from "../../../../../src/extension/connection/commands/contactService.ts";

const refused = (status: number, detail?: string, title?: string) =>
  new ServiceError("Could not.", {
    ...{ operation: "me.get", host: "api.example", status, code: undefined, title, detail },
    ...{ errors: [], retryAfterMs: undefined },
  });

test.each<[unknown, string]>([
  [refused(401, "Bad credentials"), 'HOST refused the key (401): "Bad credentials".'],
  [refused(403, undefined, "Forbidden"), 'HOST refused the request (403): "Forbidden".'],
  [refused(400), "HOST refused the request (400) and gave no reason."],
  [refused(401, "<p>No</p>\r\n<script>x</script>"), 'HOST refused the key (401): "No x".'],
  [refused(401, "a".repeat(500)), `HOST refused the key (401): "${"a".repeat(200)}..."`],
  [refused(401, "Who are you?"), 'HOST refused the key (401): "Who are you?"'],
  [new Error("Something else"), "HOST refused the key."],
])("%s", (error, sentence) => {
  expect(formatContactRefusal("HOST", error)).toBe(sentence);
});
