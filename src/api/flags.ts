import { availableParallelism } from "node:os"

/**
 * Under load V8 starts to allocate database rows in the old generation, where they keep everything they reference
 * alive and make garbage collections slow.
 */
const young = "--no-allocation-site-pretenuring"

/**
 * On one or two cores, parallel collector threads only compete with the program and the database: without them, a
 * fifth more pages are served a second.
 */
const alone = availableParallelism() <= 2 ? ["--single-threaded-gc"] : []

/** V8 flags of the api process. */
export const apiFlags = [young, ...alone]
