/** The error that caused all others: fetch and libraries around it wrap the reason that helps. */
export function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? innermost(error.cause) : error
}
