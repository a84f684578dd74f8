/** So that no other test is given it before it is used, or while it has to stay closed. */
export { freePort } from "../../src/platform/free-port.ts"
