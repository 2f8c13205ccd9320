import { doTask, type OfferedSkill, type TaskResult } from "./doTask.ts";
import { countModelUse, type ModelUse } from "./model/countModelUse.ts";
import type { ModelClient } from "./model/modelClient.ts";
import type { TaskTools } from "./taskServers.ts";

/** Does the tasks of evals. */
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

/** The tools are those of the server that the case uses, with the skill and without it. */
export function createModelTaskRunner(client: ModelClient, tools?: TaskTools): TaskRunner {
  return {
    name: client.name,
    grader: client,
    doTask: async (task, skill, signal) => {
      const counted = countModelUse(client);
      const taskResult = await doTask(task, { skill, tools }, counted, signal);
      return { taskResult, use: counted.use() };
    },
  };
}
