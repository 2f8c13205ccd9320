import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatLabelText, formatMessageText } from "../../../src/text/plainMessage.ts";

/** As VS Code looks for links in a notification. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const part = fc.constantFrom("[", "]", "(", ")", "](", "x", "command:x", "https://a", "\u200b", " ", "\n", "$", "$(");

test("no message can be clicked, whatever a service says", () => {
  expect(formatMessageText("Failed. [Fix it](command:workbench.action.quit)")).toBe(
    "Failed. [Fix it] (command:workbench.action.quit)",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(formatMessageText(parts.join("")).match(link)).toBeNull();
    }),
  );
});

test("no label draws an icon, whatever a thing is called", () => {
  expect(formatLabelText("$(pass) tested")).toBe("$ (pass) tested");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(formatLabelText(parts.join(""))).not.toMatch(/\$\([\w~-]+\)/);
    }),
  );
});
