/** Loaded by `load-samlify.ts` when it is first used. */
export { default } from "samlify"
