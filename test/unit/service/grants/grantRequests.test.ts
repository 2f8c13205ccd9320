import { expect, test } from "vitest";
import { createOrganization, createUser, requireOwner } from "../../../../src/service/auth/owner.ts";
import { createGrantRequests } from "../../../../src/service/grants/grantRequests.ts";
import { findClientNetwork } from "../../../../src/service/http/entrance.ts";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

const request = {
  client: { id: "client", name: "Agent", uri: undefined, host: undefined, redirectUris: [] },
  server: { id: "srv_1", name: "Pets", organizationId: "org_1" },
  ...{ redirectUri: "http://127.0.0.1/callback", state: undefined, challenge: "challenge" },
};

/** Returns how many requests of a network find a place. */
function createPlaces() {
  const service = useInMemoryService();
  const requests = createGrantRequests(service.context, new AbortController().signal);
  return (network: string, count: number) =>
    Array.from({ length: count }, () => requests.add(request, { isLocal: false, network })).filter(Boolean).length;
}

test("a network has five places, and ten networks leave places for others", () => {
  const take = createPlaces();
  expect(take("10.0.0.1", 9)).toBe(5);
  const taken = Array.from({ length: 9 }, (_, at) => take(`10.0.1.${at}`, 5));
  expect(taken.reduce((sum, one) => sum + one, 5)).toBeLessThan(35);
  expect(Array.from({ length: 15 }, (_, at) => take(`10.0.2.${at}`, 2))).toEqual(Array(15).fill(1));
});

test("access to the service itself is asked of its owner, and elsewhere of who sees the page", async () => {
  const service = useInMemoryService();
  const { context } = service;
  const requests = createGrantRequests(context, new AbortController().signal);
  const organizationId = createOrganization(context, "Other");
  const other = createUser(context, organizationId, { name: "Other", email: null, role: "owner" });
  const ofService = { ...request, server: { id: "fairlead", name: "Fairlead", organizationId: undefined } };
  const count = async (userId: string) => {
    const caller = { keyId: "", keyName: "", keyExpiresAt: null, userId, userName: "", organizationId, scopes: [] };
    return (await requests.waitForList(caller, undefined, new AbortController().signal)).items.length;
  };
  const owner = requireOwner(context).id;
  requests.add(ofService, { isLocal: true, network: "" });
  expect([await count(owner), await count(other)]).toEqual([1, 0]);
  requests.add(ofService, { isLocal: false, network: "10.0.0.1" });
  expect([await count(owner), await count(other)]).toEqual([2, 1]);
});

test("all places together have an end", () => {
  const take = createPlaces();
  expect(Array.from({ length: 60 }, (_, at) => take(`10.0.0.${at}`, 1)).filter(Boolean)).toHaveLength(50);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["2001:db8::1", "2001:DB8:0:0:1::", true],
  ["192.0.2.1", "192.0.2.2", false],
])("%s and %s are one network: %s", (one, other, isSame) => {
  expect(findClientNetwork(one) === findClientNetwork(other)).toBe(isSame);
});
