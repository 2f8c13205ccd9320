/** What is loaded of the package on first use; all else of it is not shipped. */
export { jwtVerify, SignJWT } from "jose";
