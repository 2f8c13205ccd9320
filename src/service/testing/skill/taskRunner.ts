import { doTaskWithoutSkill, doTaskWithSkill, type OfferedSkill, type TaskResult } from "./doTask.ts";
import { countModelUse, type ModelUse } from "./model/countModelUse.ts";
import type { ModelClient } from "./model/modelClient.ts";

/** Does the tasks of evals: a model, or an agent. */
export interface TaskRunner {
  readonly name: string;
  /** Without a skill, the task is done without one. */
  doTask(
    task: string,
    skill: OfferedSkill | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly taskResult: TaskResult; readonly use: ModelUse }>;
  /** Grades results. */
  readonly grader: ModelClient;
}

export function createModelTaskRunner(client: ModelClient): TaskRunner {
  return {
    name: client.name,
    grader: client,
    doTask: async (task, skill, signal) => {
      const counted = countModelUse(client);
      const taskResult = skill
        ? await doTaskWithSkill(task, skill, counted, signal)
        : await doTaskWithoutSkill(task, counted, signal);
      return { taskResult, use: counted.use() };
    },
  };
}
