/** Variables that the middlewares set on a request. */
export interface HttpEnvironment {
  Variables: { requestId: string };
}
