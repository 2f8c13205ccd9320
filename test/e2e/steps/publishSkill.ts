import type { OpenWindow } from "../window.ts";

/** Publishes a skill of the workspace as this version by its lens; resolves after the message of success. */
export async function publishSkill(window: OpenWindow, name: string, version: string): Promise<void> {
  const title = `Publish ${name}`;
  await window.documents.closeAll();
  await window.documents.open("SKILL.md", name);
  await window.offers.lens("Publish");
  await window.choices(title);
  await window.page.keyboard.press("Enter");
  await window.waitForTitle(/2\/3/);
  await window.type(title, version);
  await window.waitForTitle(/3\/3/);
  await window.page.keyboard.press("Enter");
  await window.messages.waitFor(new RegExp(`Published ${name} ${version.replaceAll(".", "\\.")}`));
  await window.messages.dismissAll();
}
