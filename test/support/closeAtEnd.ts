import { afterAll } from "vitest";

/** Opens something for all tests of a file, and closes it after them. */
export async function closeAtEnd<Opened extends { close(): Promise<unknown> }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening;
  afterAll(async () => void (await opened.close()));
  return opened;
}
