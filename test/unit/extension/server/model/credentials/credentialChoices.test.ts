import { expect, test } from "vitest";
import { listCredentialChoices } from "../../../../../../src/extension/server/model/credentials/credentialChoices.ts";

test("of credentials that as many operations take, a header is first, and what logs record is last", () => {
  const sent = ["query sid", "cookie sid", "Basic user", "header X-Sid"];
  const variables = sent.map((sentAs, index) => ({
    ...{ name: `KEY_${index}`, required: false, secret: true, set: false, sentAs },
    credential: { name: `scheme${index}`, operations: 3 },
  }));
  const choices = listCredentialChoices({ id: "srv_1", name: "Pi-hole", variables });
  expect(choices.map(({ groups }) => groups[0]?.main.sentAs)).toEqual([
    ...["header X-Sid", "Basic user", "cookie sid", "query sid"],
  ]);
});
