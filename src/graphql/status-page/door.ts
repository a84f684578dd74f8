/** How visitors come in to a page that is not public. */
export type Door = {
  kind: "password"
  /** Tells it from the one before: what opened that one opens this one no more. */
  stamp: string
  passwordHash: string
}
