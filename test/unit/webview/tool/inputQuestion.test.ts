import { describe, expect, test } from "vitest";
import { createTestCall, startToolPage } from "../../../support/browser/toolPage.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startToolPage());

describe("the tool page, while a call runs,", () => {
  test("shows what the server asks as a form, and sends only what fits its schema", async () => {
    const page = await fixture.open();
    const schema = {
      type: "object",
      properties: {
        mail: { type: "string", format: "email", title: "Mail" },
        size: { type: "string", enum: ["S", "M"], default: "M" },
      },
      required: ["mail"],
    };
    const input = { id: "input_1", message: "Where to?", schema };
    const show = () =>
      fixture.showState({ change: { calls: [createTestCall({ id: "run", state: "running", input })] } });
    await show();
    const question = page.getByRole("region", { name: "Petstore Asks" });
    expect(await question.getByLabel("Mail", { exact: true }).inputValue()).toBe("");
    await question.getByLabel("Mail", { exact: true }).fill("nobody");
    await fixture.button("Send").click();
    expect(await question.getByText("Must have the format email.").count()).toBeGreaterThan(0);
    expect(await fixture.posted()).toEqual([]);
    await question.getByLabel("Mail", { exact: true }).fill("a@b.example");
    // A report of progress does not empty the form.
    await show();
    await fixture.button("Send").click();
    await question.getByLabel("Mail", { exact: true }).press("Escape");
    const answer = { type: "answerInput", id: "run", input: "input_1" };
    expect(await fixture.posted()).toEqual([
      { ...answer, action: "accept", content: { mail: "a@b.example", size: "M" } },
      { ...answer, action: "cancel" },
    ]);
  });

  test("shows the host of a page that the server wants the user to open, which can be declined", async () => {
    const page = await fixture.open();
    const input = { id: "input_1", message: "Pay first.", url: "https://pay.example.com/1?x=2" };
    await fixture.showState({ change: { calls: [createTestCall({ id: "run", state: "running", input })] } });
    const question = page.getByRole("region", { name: "Petstore Asks" });
    expect(await question.textContent()).toContain("It wants you to go on at pay.example.com.");
    await fixture.button("Open in Browser").click();
    await fixture.button("Decline").click();
    const answer = { type: "answerInput", id: "run", input: "input_1" };
    expect(await fixture.posted()).toEqual([
      { ...answer, action: "accept" },
      { ...answer, action: "decline" },
    ]);
    await fixture.showState({ change: { calls: [createTestCall({ id: "run" })] } });
    await expect.poll(() => question.count()).toBe(0);
  });
});
