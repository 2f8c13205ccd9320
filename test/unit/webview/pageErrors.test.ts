import { describe, expect, test } from "vitest";
import { deploymentSubject } from "../../support/browser/deploymentPage.ts";
import { type OpenPage, startPageFixture } from "../../support/browser/pageFixture.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startPageFixture("deployment"));
const subject = deploymentSubject;
let open: OpenPage;

/** All pages have the same start script. */
describe("a page", () => {
  const notice = () => open.page.locator("#pageError");

  test("starts with a language that Intl refuses, and shows an error that comes later above its content, once, and logs each", async () => {
    open = await fixture.open({ subject, language: "en-US@posix" });
    await expect.poll(() => open.messages()).toContainEqual(expect.objectContaining({ type: "ready" }));
    expect(open.problems).toEqual([]);
    expect(await notice().count()).toBe(0);
    for (const word of ["first", "second"])
      await open.page.evaluate(`setTimeout(() => { throw new Error("${word}"); })`);
    await expect.poll(async () => (await open.messages()).filter(isError)).toHaveLength(2);
    expect(await notice().count()).toBe(1);
    expect(await notice().textContent()).toContain("first");
    expect(await open.page.locator("header, main").count()).toBeGreaterThan(0);
  });

  test("says that it could not start, and offers to reload", async () => {
    open = await fixture.open({ subject: null });
    await notice().waitFor();
    expect(await notice().textContent()).toContain("This page has an error");
    await open.page.getByRole("button", { name: "Reload" }).click();
    await open.page.getByRole("button", { name: "Show Log" }).click();
    const posted = (await open.messages()).map((message) => (message as { type: string }).type);
    expect(posted).toEqual(["error", "reload", "showLog"]);
    // Without its content a page has neither a heading nor a main part.
    const missing = /^(landmark-one-main|page-has-heading-one):/;
    expect((await open.findings()).filter((finding) => !missing.test(finding))).toEqual([]);
  });
});

const isError = (message: unknown) => JSON.stringify(message).includes('"type":"error"');
