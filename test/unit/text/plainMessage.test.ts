import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatLabelText, formatMessageText } from "../../../src/text/plainMessage.ts";

/** The pattern that VS Code uses for links in a notification. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const part = fc.constantFrom("[", "]", "(", ")", "](", "x", "command:x", "https://a", "\u200b", " ", "\n", "$", "$(");

test("no message of a service contains a link", () => {
  expect(formatMessageText("Failed. [Fix it](command:workbench.action.quit)")).toBe(
    "Failed. [Fix it] (command:workbench.action.quit)",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(formatMessageText(parts.join("")).match(link)).toBeNull();
    }),
  );
});

test("no label shows an icon for any name", () => {
  expect(formatLabelText("$(pass) tested")).toBe("$ (pass) tested");
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(formatLabelText(parts.join(""))).not.toMatch(/\$\([\w~-]+\)/);
    }),
  );
});
