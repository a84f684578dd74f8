/**
 * For the process that serves. While many requests wait at once, V8 learns that rows of the database live long and
 * puts the next ones among the old; there they keep alive all that they name, for every later request, and
 * collections take five times as long.
 */
export const apiFlags = ["--no-allocation-site-pretenuring"]
