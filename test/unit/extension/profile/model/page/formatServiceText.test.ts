import { expect, test } from "vitest";
import { createServiceTextFormatter } from "../../../../../../src/extension/profile/model/page/formatServiceText.ts";

const formatText = createServiceTextFormatter([]);

test.each([
  ...["$.account.token", "$.nextPage.token", "token", "$.PAGERDUTY_TOKEN", "$.token_url", "$.key", "$.api_key"],
  ...["$.ENCRYPTION_KEY", "$['private key']", "$.environment.REGION", "$.service.env[*].value", "$.variables.a.b"],
])("the value of %s is masked", (path) => {
  expect(formatText(path, "plain")).toBe("***");
});

test.each([
  ...["$.next_page_token", "$.meta.nextPageToken", "pageToken", "$.continuation_token", "$.next_token"],
  ...["$.environment", "$.keyboard", "$.tokens.count"],
])("the value of %s is shown", (path) => {
  expect(formatText(path, "plain")).toBe("plain");
});
