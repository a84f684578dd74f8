/** Reserves a port, so that no other test gets it before it is used or while it must stay closed. */
export { freePort } from "../../src/platform/free-port.ts"
