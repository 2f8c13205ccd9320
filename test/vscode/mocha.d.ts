/**
 * What this suite uses of mocha. The types of @types/mocha declare `describe`, `it` and others as globals, which all files of the
 * program would then know, and a program of its own checks what both share again.
 */
interface Test {
  readonly duration?: number;
  fullTitle(): string;
}

interface Runner {
  on(event: "pass", listener: (test: Test) => void): void;
  on(event: "fail", listener: (test: Test, error: Error) => void): void;
  once(event: "end", listener: () => void): void;
}

type Body = (this: { timeout(ms: number): void }) => void | PromiseLike<void>;

export function describe(title: string, body: () => void): void;
export function it(title: string, body: Body): void;
export function before(body: Body): void;
export function after(body: Body): void;

// biome-ignore lint/style/noDefaultExport: mocha has it.
export default class Mocha {
  static readonly reporters: { readonly Base: new (runner: Runner) => object };
  constructor(options: {
    readonly ui: "bdd";
    readonly timeout: number;
    readonly reporter: new (runner: Runner) => object;
  });
  addFile(file: string): void;
  run(done: (failures: number) => void): Runner;
}
