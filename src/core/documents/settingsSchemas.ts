import * as z from "zod";
import { projectOperations } from "../../contract/projects.ts";
import { serverOperations } from "../../contract/servers.ts";
import { skillOperations } from "../../contract/skills.ts";
import { userSettingsOperations } from "../../contract/userSettings.ts";
import type { SettingsKind } from "./settingsUri.ts";

const project = projectOperations["project.update"].body.shape;
const server = serverOperations["server.update"].body.shape;
const skill = skillOperations["skill.update"].body.shape;

const leftOut = "Omitted fields stay unchanged.";

/** The schemas of settings documents: the contract's editable fields. The build creates JSON schemas from them. */
export const settingsSchemas = {
  project: z
    .strictObject({
      name: project.name.describe("The project's name."),
      description: project.description.describe("The description; null clears it."),
    })
    .describe(`A project's settings. ${leftOut}`),
  server: z
    .strictObject({
      name: server.name.describe("The server's name. Its URL stays the same."),
      description: server.description.describe("The description; null clears it."),
      desiredState: server.desiredState.describe("Starts or stops the deployment."),
      environment: server.environment.describe(
        "The variables that the server finds when it runs. A value that is kept secret reads back as null, and null leaves it " +
          "as it is; write a text to replace it. A variable whose line is removed is removed. Deploy the server again for " +
          "changes to take effect.",
      ),
    })
    .describe(`A server's settings. ${leftOut}`),
  skill: z
    .strictObject({ projectId: skill.projectId.describe("The project that the skill is in.") })
    .describe("A skill's settings. All else about a skill is in its files: publish them to change it."),
  user: z
    .strictObject(userSettingsOperations["userSettings.update"].body.shape)
    .describe(`Your settings at this service. ${leftOut} null brings back what is usual.`),
} as const satisfies Record<SettingsKind, z.ZodObject>;
