/** How visitors come in to a page that is not public. */
export type Door = {
  /** Tells it from the one before: what opened that one opens this one no more. */
  stamp: string
} & (
  | { kind: "password"; passwordHash: string }
  /** By a link that is mailed to addresses of these domains. */
  | { kind: "email"; emailDomains: string[] }
)
