import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MappingChange, MappingPageState } from "../../../src/webview/protocol/mappingPanelMessages.ts";
import { fleetChanges, fleetProposal, mappedFleet, startMappingPage } from "../../support/browser/mappingPage.ts";

let fixture: Awaited<ReturnType<typeof startMappingPage>>;
beforeAll(async () => {
  fixture = await startMappingPage();
});
afterAll(() => fixture.close());

const saved: MappingPageState = { changes: [...mappedFleet], proposal: null };
const proposed: MappingPageState = { changes: [], proposal: fleetProposal };
const all = fleetProposal.lines.map(({ change }) => change);

describe("a proposal on the mapping page", () => {
  test("is offered only where the editor has a language model", async () => {
    const { page } = await fixture.open({ state: saved });
    const ask = page.getByRole("button", { name: "Ask the Language Model..." });
    expect(await ask.count()).toBe(0);
    await fixture.post({ type: "models", canAsk: true, working: null });
    await ask.click();
    expect(await fixture.lastMessage()).toEqual({ type: "ask", changes: mappedFleet });
  });

  test("can be cancelled while the model works", async () => {
    const { page } = await fixture.open({ canAsk: true });
    await fixture.post({ type: "models", canAsk: true, working: "GPT-5" });
    await page.getByText("Asking GPT-5...").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "cancel" });
  });

  test("is shown in the rows, marked as proposed, and is not saved by itself", async () => {
    const { page, messages } = await fixture.open();
    await fixture.post({ type: "proposal", proposal: fleetProposal });
    await expect.poll(fixture.lastMessage).toEqual({ type: "read", changes: [], proposed: all });
    await fixture.post(await messages.read([], all));
    await expect
      .poll(() => fixture.rows().first().getByRole("columnheader").allTextContents())
      .toEqual(["Namemonikerproposed", "Idpka usual name", "Created Attimes > laidproposed"]);
    for (const name of [/^ships 3 items proposed as List of Items$/, /^moniker Weather Tools proposed as Name$/])
      expect(await fixture.node(name).count()).toBe(1);
    expect(await fixture.node(/^pk s-101 read as Id$/).count()).toBe(1);
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    expect(await page.getByText("1 proposal left out").count()).toBe(1);
  });

  test("is taken line by line, with the items that a field is in", async () => {
    const { page } = await fixture.open({ state: proposed });
    await page.getByRole("button", { name: "Take: Name is moniker" }).click();
    expect(await fixture.lastMessage()).toMatchObject({
      type: "read",
      changes: [fleetChanges.holder, fleetChanges.name],
    });
    expect(await page.getByRole("button", { name: /^Take: / }).count()).toBe(2);
    expect(await fixture.focused()).toBe("Take: AFLOAT means ready");
    await page.getByRole("button", { name: "Dismiss: AFLOAT means ready" }).click();
    expect(await fixture.opened().savedState()).toMatchObject({
      place: { changes: [fleetChanges.holder, fleetChanges.name], proposal: { lines: [{}] } },
    });
  });

  test("is taken or dismissed as a whole", async () => {
    const { page } = await fixture.open({ state: proposed });
    await page.getByRole("button", { name: "Take All" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: all, proposed: [] });
    expect(await fixture.focused()).toBe("Save");
    await fixture.post({ type: "proposal", proposal: fleetProposal });
    await page.getByRole("button", { name: "Dismiss All" }).click();
    expect(await fixture.lastMessage()).toEqual({ type: "read", changes: all, proposed: [] });
  });

  test("gives way to what the user says", async () => {
    await fixture.open({ state: proposed });
    await fixture.node(/^crews/).click();
    await fixture.entry("The List of Items").click();
    const crews: MappingChange = { kind: "holder", path: ["crews"] };
    expect(await fixture.lastMessage()).toEqual({
      ...{ type: "read", changes: [crews] },
      proposed: [{ kind: "state", word: "AFLOAT", state: "ready" }],
    });
  });

  test("without a line that fits the answer says so", async () => {
    const { page } = await fixture.open();
    await fixture.post({ type: "proposal", proposal: { ...fleetProposal, lines: [] } });
    await page.getByText("GPT-5 proposes nothing that fits the answer.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("region", { name: "Proposal" }).count()).toBe(0);
  });
});
