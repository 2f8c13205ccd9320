import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { defineCommand, UsageError } from "../command.ts";
import { findPullRequest, writeComment } from "../report/writeComment.ts";

export const commentCommand = defineCommand({
  help: "Writes Markdown as a comment to the pull or merge request of the workflow that runs it, in place of its comment before.",
  example: "fairlead comment fairlead.md",
  operands: ["file"],
  options: z.object({ file: z.string().min(1).describe("What --summary of other commands wrote.") }),
  run: async ({ file }, { cwd, environment, signal }) => {
    const text = await readFile(resolve(cwd, file), "utf8").catch((cause: unknown) => {
      throw new UsageError(`${file} cannot be read. Correct the path.`, { cause });
    });
    const url = await writeComment(findPullRequest(environment), text, signal);
    return { ok: true, lines: [`Wrote the comment ${url}`], json: { url } };
  },
});
