import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";

/** Ends calls whose server is silent for too long. While the user enters something for a server, the time stands still. */
export class SilenceLimits {
  readonly #ms: number;
  readonly #restarts = new Set<() => void>();
  #inputs = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  async whileUserAnswers<T>(work: () => Promise<T>): Promise<T> {
    this.#inputs += 1;
    try {
      return await work();
    } finally {
      this.#inputs -= 1;
      for (const restart of this.#restarts) restart();
    }
  }

  /** Runs a call, which reports each sign of life. */
  async run<T>(signal: AbortSignal, call: (signal: AbortSignal, onLife: () => void) => Promise<T>): Promise<T> {
    const silent = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (this.#inputs > 0 ? restart() : silent.abort()), this.#ms);
    };
    this.#restarts.add(restart);
    restart();
    try {
      return await call(AbortSignal.any([signal, silent.signal]), restart);
    } catch (error) {
      throw silent.signal.aborted ? new SdkError(SdkErrorCode.RequestTimeout, "The server was silent.") : error;
    } finally {
      clearTimeout(timer);
      this.#restarts.delete(restart);
    }
  }
}
