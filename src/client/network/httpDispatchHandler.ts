import type { IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";
import { hasMoreValues } from "../../text/readJson.ts";

/** In JSON of 64 MiB, 20 million empty objects fit, which take 9 s to parse and gigabytes. Real responses have fewer. */
const maxValues = 5_000_000;

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body, without a byte order mark; empty where the body was streamed. */
  readonly text: string;
}

export interface HttpLimits {
  readonly signal: AbortSignal | undefined;
  /** For the response's head and its whole body; of a stream, for the head. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly stream?: HttpStreamLimits;
}

export interface HttpStreamLimits {
  /** Receives the chunks of a streamed body; undefined where the response is no stream. A promise asks for a pause. */
  accept(status: number, headers: IncomingHttpHeaders): ((chunk: Buffer) => Promise<void> | undefined) | undefined;
  /** A stream that is silent for so long is aborted. */
  readonly idleMs: number;
}

export type TransportFailureKind = "aborted" | "timeout" | "idle" | "network" | "tooLarge" | "garbage";

/** Why there is no response. `sent` is false when no byte of the request can have reached the service. */
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

/** One request and its response: settles once, whatever undici, the clock or the caller do afterwards. */
export class HttpDispatchHandler implements Dispatcher.DispatchHandler {
  open = true;
  readonly #limits: HttpLimits;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (failure: TransportFailure) => void;
  readonly #onAbort = () => this.fail("aborted", this.#limits.signal?.reason);
  #timer: NodeJS.Timeout | undefined;
  #controller: Controller | undefined;
  #receive: ((chunk: Buffer) => Promise<void> | undefined) | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    limits: HttpLimits,
    resolve: (response: HttpResponse) => void,
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
    else controller.abort(new Error("Aborted while waiting for a connection."));
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (!this.open || status < 200) return;
    this.#status = status;
    this.#headers = joinRepeatedHeaders(headers);
    this.#receive = this.#limits.stream?.accept(status, this.#headers);
    if (this.#receive) this.#watchIdle();
    else if (Number(headers["content-length"] ?? 0) > this.#limits.maxBytes) this.fail("tooLarge", undefined);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.open) return;
    if (this.#receive) {
      this.#pauseUntil(controller, this.#receive(chunk));
      return;
    }
    this.#size += chunk.length;
    if (this.#size > this.#limits.maxBytes) this.fail("tooLarge", undefined);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.open) return;
    try {
      const text = decodeText(decompress(this.#chunks, this.#headers["content-encoding"], this.#limits.maxBytes));
      if (hasMoreValues(text, maxValues)) this.fail("tooLarge", undefined);
      else if (this.#settle()) this.#resolve({ status: this.#status, headers: this.#headers, text });
    } catch (error) {
      const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      this.fail(isTooLarge ? "tooLarge" : "garbage", error);
    }
  }

  onResponseError(_controller: Controller, error: Error): void {
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    // The client was closed, which is a cancellation.
    if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") this.fail("aborted", error);
    // The error holds the received bytes, which may be anything, so only its message is used.
    else if (error.name === "HTTPParserError") this.fail("garbage", new Error(error.message));
    else this.fail("network", error);
  }

  #pauseUntil(controller: Controller, pause: Promise<void> | undefined): void {
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

/** undici makes a list of a repeated header; readers expect one text (RFC 9110 section 5.3). */
function joinRepeatedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (!Object.values(headers).some(Array.isArray)) return headers;
  const entries = Object.entries(headers).map(([name, value]) => {
    return [name, Array.isArray(value) && name !== "set-cookie" ? value.join(", ") : value];
  });
  return Object.fromEntries(entries);
}

const decompressors = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** A service may choose a content coding that the request did not ask for (RFC 9110, section 12.5.3). */
function decompress(chunks: readonly Buffer[], coding: string | undefined, maxOutputLength: number): Buffer {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks);
  const decompressor = coding && bytes.length > 0 ? decompressors.get(coding.trim().toLowerCase()) : undefined;
  return decompressor ? decompressor(bytes, { maxOutputLength }) : bytes;
}

function decodeText(bytes: Buffer): string {
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", hasByteOrderMark ? 3 : 0);
}
