/** Why a tool did nothing, in words for a model and for the user it works for: what is wrong, and what to do. */
export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
}
