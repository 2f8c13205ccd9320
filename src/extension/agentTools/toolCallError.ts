/** Why a tool did nothing, for a model and its user: the problem, and the next step. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
}
