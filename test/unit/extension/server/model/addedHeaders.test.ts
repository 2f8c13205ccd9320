import { expect, test } from "vitest";
import { listApiHosts } from "../../../../../src/extension/server/model/addedHeaders.ts";

test("API_BASE_URL replaces the hosts of an API, but no operation's own host where the document leaves the API's address open", () => {
  const list = (urls: readonly string[], environment: Record<string, string> = {}) =>
    listApiHosts({ id: "srv_1", name: "Pets", environment }, urls);
  const entered = { API_BASE_URL: "http://localhost:8091/v1" };
  const own = "https://uploads.example.com";
  expect(list(["https://api.example.com", own])).toEqual(["api.example.com", "uploads.example.com"]);
  expect(list(["https://api.example.com", own], entered)).toEqual(["http://localhost:8091"]);
  expect(list(["", own], entered)).toEqual(["http://localhost:8091", "uploads.example.com"]);
});
