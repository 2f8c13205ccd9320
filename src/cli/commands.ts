import type { Command } from "./command.ts";
import { commentCommand } from "./commands/comment.ts";
import { deployCommand, promoteCommand } from "./commands/deploy.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { gateCommand } from "./commands/gate.ts";
import { generateCommand } from "./commands/generate.ts";
import { logsCommand } from "./commands/logs.ts";
import { publishCommand } from "./commands/publish.ts";
import { rehearseCommand } from "./commands/rehearse.ts";
import { restoreCommand } from "./commands/restore.ts";
import { statusCommand } from "./commands/status.ts";
import { testCommand } from "./commands/test.ts";

export const commands: Readonly<Record<string, Command>> = {
  gate: gateCommand,
  generate: generateCommand,
  test: testCommand,
  deploy: deployCommand,
  rehearse: rehearseCommand,
  promote: promoteCommand,
  publish: publishCommand,
  restore: restoreCommand,
  status: statusCommand,
  logs: logsCommand,
  comment: commentCommand,
  doctor: doctorCommand,
};
