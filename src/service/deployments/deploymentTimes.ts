/** Times of a deployment's life; tests shorten them, everybody else takes `defaultTimes`. */
export interface DeploymentTimes {
  /** From the start of the process to its first healthy answer. */
  readonly startTimeoutMs: number;
  /** Between two probes of a server that has been up for a while. */
  readonly probeIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** Before the first restart after a crash; doubled for each further one, up to `backOffMaxMs`. */
  readonly backOffMs: number;
  readonly backOffMaxMs: number;
  /** So many crashes, none of them after a good run, and the deployment has failed. */
  readonly crashLimit: number;
  /** A process that ran this long ran well: crashes before it no longer count. */
  readonly goodRunMs: number;
  /** How long requests under way may go on after a newer deployment has taken over. */
  readonly drainMs: number;
  /** Between asking a process to end and ending it. */
  readonly stopGraceMs: number;
}

export const defaultDeploymentTimes: DeploymentTimes = {
  startTimeoutMs: 20_000,
  probeIntervalMs: 15_000,
  probeTimeoutMs: 5_000,
  backOffMs: 500,
  backOffMaxMs: 30_000,
  crashLimit: 5,
  goodRunMs: 60_000,
  drainMs: 10_000,
  stopGraceMs: 3_000,
};
