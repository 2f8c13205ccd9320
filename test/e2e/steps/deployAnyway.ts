import type { OpenWindow } from "../window.ts";

/** Goes on with a deployment although nobody has tested what is deployed; it is asked once for each content. */
export async function deployAnyway(window: OpenWindow, called: string): Promise<void> {
  const question = new RegExp(`${called} has no passing test run`);
  await window.messages.waitFor(question);
  await window.messages.answer(question, "Deploy Anyway");
}
