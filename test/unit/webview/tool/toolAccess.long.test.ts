import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../../support/browser/hostileTexts.ts";
import { pageThemeNames } from "../../../support/browser/pageThemes.ts";
import { createTestCall, startToolPage } from "../../../support/browser/toolPage.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startToolPage());

const items = Array.from({ length: 120 }, (_, id) => ({ id, name: `Pet ${id}`, owner: { email: "ann@example.com" } }));
const calls = [
  createTestCall({
    ...{ id: "c", structured: { total: 120, items } },
    content: [
      { kind: "text", text: "plain" },
      { kind: "link", uri: "https://example.com", name: "A page", description: "of the pet" },
      { kind: "omitted", why: "A part of 9 MB is too large." },
    ],
    exchanges: [
      {
        ...{ method: "GET", url: "https://api.example/pets", requestHeaders: { Accept: "application/json" }, ms: 3 },
        ...{ status: 200, responseHeaders: {}, responseBody: { text: '{"total":120}' } },
      },
    ],
  }),
  createTestCall({ id: "b", state: "failed", error: "The server ended. Deploy it again." }),
];

/** The page with every kind of field, a problem and several calls. */
async function openFull(options: Parameters<typeof fixture.open>[0] = {}) {
  const page = await fixture.open({ ...options, change: { calls, problem: "The server is starting." } });
  await fixture.button("Fill All Fields").click();
  await fixture.field("age").fill("99");
  await fixture.button("Call").click();
  await page.getByText("1 problem").waitFor();
  return page;
}

describe("the tool page without a mouse", () => {
  test("has its parts in the order of reading, and one stop for the tabs", async () => {
    const properties = { name: { type: "string" }, tags: { type: "array" } };
    const page = await fixture.open({
      inputSchema: { type: "object", required: ["name"], properties },
      change: { calls, hasVariables: true },
    });
    const stops = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      stops.push(
        await page.evaluate(
          "document.activeElement.ariaLabel ?? (document.activeElement.labels?.[0] ?? document.activeElement).textContent",
        ),
      );
    }
    expect(stops).toEqual([
      ...["Edit Tool...", "Edit Variables...", "Form", "Fill All Fields", "Reset the arguments", "name", "Add tags"],
      ...["Call", "Show HTTP request", "Keep as Test Case", "Call Again", "Copy As..."],
    ]);
  });

  test.each(["Control", "Meta"])("calls with %s+Enter from a field, also in JSON", async (key) => {
    const page = await fixture.open();
    await fixture.field("name").focus();
    await page.keyboard.press(`${key}+Enter`);
    await page.getByRole("tab", { name: "Form" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByLabel("Arguments as JSON").focus();
    await page.keyboard.press(`${key}+Enter`);
    expect((await fixture.posted()).map(({ type }) => type)).toEqual(["call", "call"]);
  });

  test("returns to the selected tab", async () => {
    const page = await fixture.open({ saved: { tab: "json" } });
    await fixture.button("Edit Tool...").focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("JSON");
  });
});

describe("the tool page for everybody", () => {
  test.each(pageThemeNames)("has no axe-core findings with all kinds of fields and results, in %s", async (theme) => {
    const page = await openFull({ theme });
    expect(await fixture.opened().findings()).toEqual([]);
    await fixture.button("JSON").click();
    await page.getByRole("tab", { name: "JSON" }).click();
    expect(await fixture.opened().findings()).toEqual([]);
    expect(fixture.opened().problems).toEqual([]);
  });

  // A window of 600 px at 200 % is as wide as one of 300 px.
  test.each([300, 480, 760, 1000, 1800])("fits into %s px", async (width) => {
    const page = await openFull({ width });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });

  test("renders every text of a server as text", async () => {
    const text = hostileTexts.join(" ");
    const properties = Object.fromEntries(
      hostileTexts.map((name, index) => [
        `${name}${index}`,
        {
          title: name,
          description: name,
          type: "string",
          examples: [name],
          format: name,
          enum: index > 5 ? [name] : undefined,
        },
      ]),
    );
    const inputSchema = { type: "object", required: Object.keys(properties), properties };
    const tool = { name: text, title: text, description: text, inputSchema };
    const content = [
      { kind: "text" as const, text },
      { kind: "image" as const, mimeType: text, data: text },
      {
        kind: "image" as const,
        mimeType: "image/svg+xml",
        data: btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.broken=1"/>'),
      },
      { kind: "resource" as const, uri: text, mimeType: text, text },
      { kind: "link" as const, uri: text, name: text, description: text },
      { kind: "omitted" as const, why: text },
    ];
    const hostileCalls = [
      createTestCall({
        ...{ content, structured: [{ [text]: text }], error: text },
        exchanges: [
          {
            method: "GET",
            url: `https://${text}`,
            requestHeaders: { [text]: text },
            requestBody: { text },
            responseHeaders: {},
            ms: 1,
          },
        ],
      }),
    ];
    const page = await fixture.open({ change: { server: text, problem: text, tool, calls: hostileCalls } });
    await page.getByText("HTTP Request and Response").click();
    await fixture.button("JSON").click();
    expect(await page.evaluate("globalThis.broken")).toBeUndefined();
    expect(await page.locator("iframe, a, style, main script, svg[onload]").count()).toBe(0);
    expect(await page.locator("img").count()).toBe(1);
    expect(fixture.opened().problems).toEqual([]);
  });

  test("has its texts in the language of the translation", async () => {
    const german = await startToolPage({
      Call: "Aufrufen",
      Arguments: "Argumente",
      Result: "Result",
      "Must be at most {0}.": "Höchstens {0}.",
    });
    try {
      const page = await german.open();
      await german.field("age").fill("99");
      expect(await page.getByText("Höchstens 30.").count()).toBe(1);
      expect(await german.button("Aufrufen").count()).toBe(1);
    } finally {
      await german.close();
    }
  });
});
