import { changeFolder } from "../../../src/extension/skill/model/disk/containedChange.ts";

/** Writes versions of a skill into a folder in a loop and prints each complete one, until the process is killed. */
const [folder = "", first = "0", paths = ""] = process.argv.slice(2);
for (let round = Number(first); ; round += 1) {
  const text = `${round}\n`.repeat(50_000);
  const write = paths.split(",").map((path) => ({ path, bytes: Buffer.from(text) }));
  await changeFolder(folder, { write, remove: [] }, false);
  process.stdout.write(`${round}\n`);
}
