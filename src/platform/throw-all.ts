/**
 * Ends a round that went on after a failure, so that one project's failure delays no other.
 *
 * @param failed errors by the id of what failed.
 * @throws {AggregateError} unless it is empty.
 */
export function throwAll(failed: ReadonlyMap<string, unknown>): void {
  if (failed.size === 0) return
  throw new AggregateError(failed.values(), `Failed: ${[...failed.keys()].join(", ")}`)
}
