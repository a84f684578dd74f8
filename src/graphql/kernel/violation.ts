const codes = { "unique key": "P2002", "foreign key": "P2003" }

/** Whether Prisma refused a change because of a key. */
export const isViolation = (error: unknown, key: keyof typeof codes): boolean =>
  error instanceof Error && "code" in error && error.code === codes[key]
