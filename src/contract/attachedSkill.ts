import * as z from "zod";
import { fileSchema } from "./files.ts";

const attachedSkillSchema = z.strictObject({
  name: z.string().regex(/^[^/]{1,64}$/, "the name of a skill"),
  files: z.array(fileSchema).max(512).describe("The files of its folder; none removes the skill."),
});
/** A skill that a version of a server carries. */
export type AttachedSkill = z.output<typeof attachedSkillSchema>;

export const attachedSkillsSchema = z
  .array(attachedSkillSchema)
  .max(100)
  .optional()
  .describe("Skills to add to those of the latest version, which a generated version keeps, or to replace.");
