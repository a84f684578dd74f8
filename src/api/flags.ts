import { availableParallelism } from "node:os"

/**
 * Under load V8 starts to allocate database rows in the old generation, where they keep everything they reference
 * alive and make garbage collections slow.
 */
const young = "--no-allocation-site-pretenuring"

/** On a single core, parallel collector threads only compete with the program. */
const alone = availableParallelism() === 1 ? ["--single-threaded-gc"] : []

/** V8 flags of the api process. */
export const apiFlags = [young, ...alone]
