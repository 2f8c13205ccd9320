import { ToolError } from "../tools/codeTool.ts";

/** Why a request was not sent or has no answer. */
type UpstreamFailureReason = "credentialMissing" | "hostNotAgreed" | "timeout" | "unreachable";

/** A request to the API was not sent, or the API did not answer it. */
export class UpstreamError extends ToolError {
  readonly reason: UpstreamFailureReason;

  constructor(reason: UpstreamFailureReason, message: string, cause?: unknown) {
    super(message, cause);
    this.reason = reason;
  }
}
