import type { OpenWindow } from "../window.ts";

/** Publishes a skill of the workspace as this version by its lens; resolves after the message of success. Only a later version has notes. */
export async function publishSkill(
  window: OpenWindow,
  name: string,
  { version, isFirst }: { readonly version: string; readonly isFirst: boolean },
): Promise<void> {
  const title = `Publish ${name}`;
  await window.documents.closeAll();
  await window.documents.open("SKILL.md", name);
  await window.offers.lens("Publish");
  await window.choices(title);
  await window.page.keyboard.press("Enter");
  await window.waitForTitle(isFirst ? /2\/2/ : /2\/3/);
  await window.type(title, version);
  if (!isFirst) {
    await window.waitForTitle(/3\/3/);
    await window.page.keyboard.press("Enter");
  }
  await window.messages.waitFor(new RegExp(`Published ${name} ${version.replaceAll(".", "\\.")}`));
  await window.messages.dismissAll();
}
