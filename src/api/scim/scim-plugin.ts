/** Loaded by `provisioning.ts` when it is first used. */
export { scim } from "@better-auth/scim"
