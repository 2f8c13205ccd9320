/** The exports of the package that the bundle uses; esbuild drops the rest. */
export { jwtVerify, SignJWT } from "jose";
