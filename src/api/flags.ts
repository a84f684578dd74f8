import { availableParallelism } from "node:os"

/**
 * While many requests wait at once, V8 learns that rows of the database live long and puts the next ones among the
 * old; there they keep alive all that they name, for every later request, and collections take five times as long.
 */
const young = "--no-allocation-site-pretenuring"

/** Of one core, the threads that collect beside the program take four fifths for a tenth of a second. */
const alone = availableParallelism() === 1 ? ["--single-threaded-gc"] : []

/** For the process that serves. */
export const apiFlags = [young, ...alone]
