/** What a request carries on its way through the middlewares. */
export interface HttpEnvironment {
  Variables: { requestId: string };
}
