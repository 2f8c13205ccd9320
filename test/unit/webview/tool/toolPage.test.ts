import { describe, expect, test } from "vitest";
import { createTestCall, startToolPage } from "../../../support/browser/toolPage.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";

const fixture = await closeAtEnd(startToolPage());

const objectSchema = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** Calls the tool and returns the arguments. */
async function callTool(): Promise<unknown> {
  await fixture.button("Call").click();
  const call = (await fixture.posted()).findLast(({ type }) => type === "call");
  return call?.type === "call" ? call.arguments : undefined;
}

describe("the tool page", () => {
  test("posts that it is ready, shows the tool, its server, its cost, its annotations in words and what these follow from, and edits the tool", async () => {
    const page = await fixture.open();
    expect((await fixture.opened().messages())[0]).toEqual({ type: "ready" });
    expect(await page.locator("h1").textContent()).toBe("Add a Pet");
    expect(await page.locator("header p").first().textContent()).toBe("add_pet · Petstore · about 321 tokens");
    expect(await page.getByRole("list", { name: "Annotations" }).getByRole("listitem").allTextContents()).toEqual([
      " Adds data, deletes nothing",
      " A repeated call changes nothing more",
      " Reaches no other systems",
    ]);

    for (const [annotations, text] of [
      [{ readOnlyHint: true }, "Only reads"],
      [{}, "Can change and delete data"],
      [undefined, "Does not declare whether it changes data"],
    ] as const) {
      await fixture.showState({
        change: { tool: { name: "a", inputSchema: {}, ...(annotations && { annotations }) } },
      });
      const shown = async () => (await page.getByRole("list", { name: "Annotations" }).textContent())?.trim();
      await expect.poll(shown).toBe(text);
    }
    await fixture.showState({ change: { hintReason: "POST adds data." } });
    await page.getByText("POST adds data.").waitFor();
    expect(await fixture.button("Edit Variables...").count()).toBe(0);
    expect(await fixture.button("Apply: Deploy Again").count()).toBe(0);
    await fixture.button("Edit Tool...").click();
    expect((await fixture.posted()).at(-1)).toEqual({ type: "edit" });
  });

  test("edits the variables of a server that has some, and starts one that is stopped", async () => {
    await fixture.open({
      change: { connected: false, problem: "Stopped.", isStopped: true, hasVariables: true, isChanged: true },
    });
    await fixture.button("Apply: Deploy Again").click();
    await fixture.button("Edit Variables...").click();
    await fixture.button("Start").click();
    expect(await fixture.button("Refresh").count()).toBe(0);
    expect(await fixture.posted()).toEqual([{ type: "deployAgain" }, { type: "editVariables" }, { type: "start" }]);
  });

  test("begins with the draft of the panel", async () => {
    await fixture.open({ change: { draft: { name: "Ann" } } });
    expect(await fixture.field("name").inputValue()).toBe("Ann");
    expect(await fixture.field("age").inputValue()).toBe("");
  });

  test("begins with the required fields filled, keeps what the user entered when the state comes again, and saves it as the draft", async () => {
    await fixture.open();
    expect(await callTool()).toEqual({ name: "Rex", kind: "dog", age: 0, owner: { email: "a@b.example" } });
    await fixture.field("name").fill("Ann");
    await fixture.showState({ change: { draft: { name: "old" } } });
    expect(await fixture.field("name").inputValue()).toBe("Ann");
    await expect
      .poll(async () => (await fixture.opened().messages()).at(-1))
      .toMatchObject({ type: "draft", arguments: { name: "Ann", kind: "dog" } });
  });

  test("refuses a call with problems, names them, leads to the field, and calls anyway if the user wants it", async () => {
    const page = await fixture.open();
    await fixture.field("age").fill("99");
    const field = fixture.field("age");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const described = (await field.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`#${described.split(" ").at(-1)}`).textContent()).toBe("Must be at most 30.");
    expect(await callTool()).toBeUndefined();
    expect(await page.evaluate("document.activeElement?.textContent")).toContain("1 problem");
    await fixture.button("age: Must be at most 30.").click();
    expect(await page.evaluate("document.activeElement?.value")).toBe("99");
    await fixture.button("Call Anyway").click();
    expect((await fixture.posted()).at(-1)).toMatchObject({ type: "call", arguments: { age: 99 } });
    await field.fill("9");
    expect(await page.getByText("1 problem").count()).toBe(0);
    expect(await field.getAttribute("aria-invalid")).toBeNull();
  });

  test("cannot call while the server is not connected, and says why", async () => {
    const page = await fixture.open({ change: { connected: false, problem: "Petstore is stopped. Deploy it again." } });
    expect(await fixture.button("Call").isDisabled()).toBe(true);
    expect(await page.getByRole("alert").textContent()).toContain("Petstore is stopped. Deploy it again.");
    await page.keyboard.press("Control+Enter");
    await fixture.button("Refresh").click();
    expect(await fixture.posted()).toEqual([{ type: "refresh" }]);
  });

  test("cancels the running call", async () => {
    const page = await fixture.open();
    expect(await fixture.button("Cancel").count()).toBe(0);
    await fixture.showState({ change: { calls: [createTestCall({ id: "run", state: "running" })] } });
    await fixture.button("Cancel").click();
    expect(await fixture.posted()).toEqual([{ type: "cancel", id: "run" }]);
    expect(await page.getByRole("progressbar", { name: "Progress of the call" }).count()).toBe(1);
  });
});

describe("the form", () => {
  test("takes texts, numbers, choices and dates, and omits what is empty again", async () => {
    const properties = {
      ...{ text: { type: "string" }, count: { type: "integer" }, on: { type: "boolean" } },
      ...{ day: { type: "string", format: "date" }, gone: { type: "string" } },
    };
    await fixture.open({ inputSchema: objectSchema(properties) });
    await fixture.field("text").fill("two\nlines");
    await fixture.field("count").fill("12");
    await fixture.field("on").selectOption("false");
    await fixture.field("day").fill("2026-01-31");
    await fixture.field("gone").fill("x");
    await fixture.field("gone").fill("");
    expect(await callTool()).toEqual({ text: "two\nlines", count: 12, on: false, day: "2026-01-31" });
    await fixture.field("on").selectOption("(not set)");
    expect(await callTool()).toEqual({ text: "two\nlines", count: 12, day: "2026-01-31" });
  });

  test("sends a number with more digits than JavaScript holds as text where the schema allows it", async () => {
    const id = { type: ["integer", "string"], pattern: "^-?(0|[1-9]\\d*)$", format: "int64" };
    await fixture.open({ inputSchema: objectSchema({ id }) });
    await fixture.field("id").fill("9007199254740993");
    expect(await callTool()).toEqual({ id: "9007199254740993" });
    await fixture.field("id").fill("42");
    expect(await callTool()).toEqual({ id: 42 });
  });

  test("adds, moves and removes items, and the focus stays with them", async () => {
    const tags = { type: "array", items: { type: "string" } };
    const page = await fixture.open({ inputSchema: objectSchema({ tags }) });
    const focused = () => page.evaluate("document.activeElement?.ariaLabel ?? document.activeElement?.value");
    await fixture.button("Add tags").click();
    for (const text of ["a", "b", "c"]) {
      await fixture.button("Add item to tags").click();
      await page.keyboard.type(text);
    }
    await fixture.button("Move item 3 up").click();
    expect(await focused()).toBe("Move item 2 up");
    await fixture.button("Remove item 1").click();
    expect(await focused()).toBe("Remove item 1");
    expect(await callTool()).toEqual({ tags: ["c", "b"] });
    await fixture.button("Remove item 2").click();
    await fixture.button("Remove item 1").click();
    expect(await focused()).toBe("Add item to tags");
    expect(await callTool()).toEqual({ tags: [] });
    await fixture.button("Remove tags").click();
    expect(await callTool()).toEqual({});
  });

  test("keeps an item whose text is deleted", async () => {
    await fixture.open({
      inputSchema: objectSchema({ ids: { type: "array", items: { type: "integer" } } }),
      change: { draft: { ids: [1, 2] } },
    });
    await fixture.field("Item 1").fill("");
    await fixture.field("Item 2").fill("3");
    await fixture.button("Call").click();
    await fixture.button("Call Anyway").click();
    expect((await fixture.posted()).at(-1)).toMatchObject({ arguments: { ids: ["", 3] } });
  });

  test("changes the variant of a value, and expands a schema that refers to itself when the user asks for it", async () => {
    const page = await fixture.open();
    await page.getByText("Optional (11)").click();
    await page.getByLabel("Variant of home").selectOption("Coordinates");
    await fixture.field("lat").fill("1.5");
    await page.getByLabel("Variant of notes").selectOption("null");
    expect(await callTool()).toMatchObject({ home: { lat: 1.5, lon: 0 }, notes: null });
    for (const _ of [1, 2, 3]) await page.getByRole("button", { name: "Add parent" }).click();
    expect(await callTool()).toMatchObject({ parent: { parent: { parent: {} } } });
    expect(await page.getByRole("button", { name: "Add parent" }).count()).toBe(1);
  });

  test("adds and removes properties of a map", async () => {
    const labels = { type: "object", additionalProperties: { type: "integer" } };
    const page = await fixture.open({
      inputSchema: objectSchema({ labels }, { additionalProperties: false }),
      change: { draft: { labels: {} } },
    });
    await page.getByLabel("Name of a new property of labels").fill("a/b");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("7");
    expect(await callTool()).toEqual({ labels: { "a/b": 7 } });
    await fixture.button("Remove a/b").click();
    expect(await callTool()).toEqual({ labels: {} });
  });

  test("asks the editor for a file, and takes its name and type where the schema has them", async () => {
    const page = await fixture.open();
    await page.getByText("Optional (11)").click();
    await page.getByRole("button", { name: "Choose File... for photo" }).click();
    await page.getByRole("button", { name: "Choose File... for chip" }).click();
    expect(await fixture.posted()).toEqual([
      { type: "pickFile", pointer: "/photo" },
      { type: "pickFile", pointer: "/chip" },
    ]);
    for (const pointer of ["/photo", "/chip"])
      await fixture.post({ type: "file", pointer, name: "a.png", mediaType: "image/png", data: "AAAA" });
    expect(await callTool()).toMatchObject({
      photo: { data: "AAAA", filename: "a.png", mediaType: "image/png" },
      chip: "AAAA",
    });
    expect(await page.getByText("a.png, image/png, 3 bytes").count()).toBe(1);
  });

  test("shows 50 of many items, and more on demand", async () => {
    const ids = Array.from({ length: 120 }, (_, index) => index);
    const page = await fixture.open({
      inputSchema: objectSchema({ ids: { type: "array", items: { type: "integer" } } }),
      change: { draft: { ids } },
    });
    const items = page.getByRole("textbox");
    expect(await items.count()).toBe(50);
    await fixture.button("Show More (70)").click();
    expect(await items.count()).toBe(100);
  });

  test("is not replaced by JSON that is not valid in a field for any value", async () => {
    const page = await fixture.open({ inputSchema: objectSchema({ any: {} }), change: { draft: { any: 1 } } });
    await fixture.field("any").fill("{");
    expect(await callTool()).toBeUndefined();
    expect(await page.getByRole("group", { name: "1 problem" }).textContent()).toContain("any: Is not valid JSON.");
    expect(await fixture.button("Call Anyway").count()).toBe(0);
    await fixture.field("any").fill('{"a": 1}');
    expect(await callTool()).toEqual({ any: { a: 1 } });
  });
});

describe("the JSON view", () => {
  test("shows the value of the form, and the form shows the value of the JSON", async () => {
    const page = await fixture.open();
    await fixture.field("name").fill("Ann");
    await page.getByRole("tab", { name: "JSON" }).click();
    const json = page.getByLabel("Arguments as JSON");
    expect(JSON.parse(await json.inputValue())).toMatchObject({ name: "Ann", age: 0 });
    await json.fill('{"name": "Bob", "age": 31, "extra": true}');
    expect(await page.getByRole("group", { name: "5 problems" }).count()).toBe(0);
    expect(
      await page
        .getByRole("group", { name: /problems$/ })
        .getByRole("listitem")
        .allTextContents(),
    ).toEqual(["kind: Is required.", "owner: Is required.", "age: Must be at most 30.", "extra: Is not allowed here."]);
    await page.getByRole("tab", { name: "Form" }).click();
    expect([await fixture.field("name").inputValue(), await fixture.field("extra").inputValue()]).toEqual([
      "Bob",
      "true",
    ]);
    expect(await fixture.opened().savedState()).toMatchObject({ place: { tab: "form" } });
  });

  test("does not take what cannot be sent, stays visible then and does not call, and is filled with a valid value, and reset", async () => {
    const page = await fixture.open({ saved: { tab: "json" } });
    const json = page.getByLabel("Arguments as JSON");
    for (const [text, problem] of [
      ["{", "This is not valid JSON"],
      ["[]", "The arguments must be a JSON object"],
      ['{"a": 9007199254740993}', "more digits than can be sent exactly"],
    ] as const) {
      await json.fill(text);
      await page.getByRole("tab", { name: "Form" }).click();
      expect(await json.isVisible()).toBe(true);
      expect(await page.locator("#jsonProblem").textContent()).toContain(problem);
      expect(await callTool()).toBeUndefined();
    }
    await fixture.button("Fill All Fields").click();
    expect(Object.keys(JSON.parse(await json.inputValue()))).toHaveLength(15);
    expect(await callTool()).toMatchObject({ home: { street: "sample" }, tags: ["sample"] });
    await fixture.button("Reset the arguments").click();
    expect(Object.keys(JSON.parse(await json.inputValue()))).toHaveLength(4);
  });
});
