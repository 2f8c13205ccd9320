import { expect, test } from "vitest";
import { completeUrl } from "../../../../src/text/hosts/completeUrl.ts";

test.each([
  [" localhost:8091", "http://localhost:8091"],
  ["localhost", "http://localhost"],
  ["[::1]:8080/v1", "http://[::1]:8080/v1"],
  ["192.168.1.7/v1", "http://192.168.1.7/v1"],
  ["api:8080", "http://api:8080"],
  ["api.example.com/v1", "https://api.example.com/v1"],
  ["https://localhost:8091", "https://localhost:8091"],
  ["ftp://api.example.com", "ftp://api.example.com"],
  ["word", "word"],
  ["/v1.2", "/v1.2"],
])("%s is completed to %s", (typed, url) => {
  expect(completeUrl(typed)).toBe(url);
});
