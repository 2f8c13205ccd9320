import type { IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body, without a byte order mark; empty where the body was streamed. */
  readonly text: string;
}

export interface HttpLimits {
  readonly signal: AbortSignal | undefined;
  /** For the answer's head and its whole body; for a stream, for the head. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly stream?: HttpStreamLimits;
}

export interface HttpStreamLimits {
  /** Takes the pieces of a streamed body, or undefined when the answer is no stream. A promise asks for a pause. */
  accept(status: number, headers: IncomingHttpHeaders): ((chunk: Buffer) => Promise<void> | undefined) | undefined;
  /** A stream that says nothing for so long is given up. */
  readonly idleMs: number;
}

export type TransportFailureKind = "aborted" | "timeout" | "idle" | "network" | "tooLarge" | "garbage";

/** Why there is no answer. `sent` is false when no byte of the request can have reached the service. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  readonly kind: TransportFailureKind;
  readonly sent: boolean;

  constructor(kind: TransportFailureKind, sent: boolean, cause: unknown) {
    super(`HTTP exchange failed: ${kind}`, { cause });
    this.kind = kind;
    this.sent = sent;
  }
}

type Controller = Dispatcher.DispatchController;

/** One request and its answer: settles once, whatever undici, the clock or the caller do afterwards. */
export class HttpDispatchHandler implements Dispatcher.DispatchHandler {
  open = true;
  readonly #limits: HttpLimits;
  readonly #resolve: (answer: HttpResponse) => void;
  readonly #reject: (failure: TransportFailure) => void;
  readonly #onAbort = () => this.fail("aborted", this.#limits.signal?.reason);
  #timer: NodeJS.Timeout | undefined;
  #controller: Controller | undefined;
  #take: ((chunk: Buffer) => Promise<void> | undefined) | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    limits: HttpLimits,
    resolve: (answer: HttpResponse) => void,
    reject: (failure: TransportFailure) => void,
  ) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    if (limits.signal?.aborted) {
      this.#onAbort();
      return;
    }
    limits.signal?.addEventListener("abort", this.#onAbort);
    this.#timer = setTimeout(() => this.fail("timeout", undefined), Math.max(0, limits.deadlineMs));
  }

  fail(kind: TransportFailureKind, cause: unknown): void {
    if (!this.#settle()) return;
    const failure = new TransportFailure(kind, this.#controller !== undefined, cause);
    this.#controller?.abort(failure);
    this.#reject(failure);
  }

  onRequestStart(controller: Controller): void {
    if (this.open) this.#controller = controller;
    else controller.abort(new Error("Given up while waiting for a connection."));
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (!this.open || status < 200) return;
    this.#status = status;
    this.#headers = asOne(headers);
    this.#take = this.#limits.stream?.accept(status, this.#headers);
    if (this.#take) this.#watchIdle();
    else if (Number(headers["content-length"] ?? 0) > this.#limits.maxBytes) this.fail("tooLarge", undefined);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.open) return;
    if (this.#take) {
      this.#pass(controller, this.#take(chunk));
      return;
    }
    this.#size += chunk.length;
    if (this.#size > this.#limits.maxBytes) this.fail("tooLarge", undefined);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.open) return;
    try {
      const text = decode(unpacked(this.#chunks, this.#headers["content-encoding"], this.#limits.maxBytes));
      if (this.#settle()) this.#resolve({ status: this.#status, headers: this.#headers, text });
    } catch (error) {
      const isLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      this.fail(isLong ? "tooLarge" : "garbage", error);
    }
  }

  onResponseError(_controller: Controller, error: Error): void {
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    // The whole client was closed: by our own hand, like a cancel.
    if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") this.fail("aborted", error);
    // The error holds what came, which may be anything: its message is enough.
    else if (error.name === "HTTPParserError") this.fail("garbage", new Error(error.message));
    else this.fail("network", error);
  }

  #pass(controller: Controller, pause: Promise<void> | undefined): void {
    this.#watchIdle();
    if (!pause) return;
    clearTimeout(this.#timer);
    controller.pause();
    void pause.then(() => {
      if (!this.open) return;
      this.#watchIdle();
      controller.resume();
    });
  }

  #watchIdle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.fail("idle", undefined), this.#limits.stream?.idleMs ?? 0);
  }

  #settle(): boolean {
    if (!this.open) return false;
    this.open = false;
    clearTimeout(this.#timer);
    this.#limits.signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

/** What comes twice is a list as undici has it; whoever reads a header expects one text (RFC 9110 section 5.3). */
function asOne(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (!Object.values(headers).some(Array.isArray)) return headers;
  const entries = Object.entries(headers).map(([name, value]) => {
    return [name, Array.isArray(value) && name !== "set-cookie" ? value.join(", ") : value];
  });
  return Object.fromEntries(entries);
}

const codings = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** Who is not asked for a coding may choose one (RFC 9110, section 12.5.3). */
function unpacked(chunks: readonly Buffer[], coding: string | undefined, maxOutputLength: number): Buffer {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks);
  const unpack = coding && bytes.length > 0 ? codings.get(coding.trim().toLowerCase()) : undefined;
  return unpack ? unpack(bytes, { maxOutputLength }) : bytes;
}

function decode(bytes: Buffer): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", marked ? 3 : 0);
}
