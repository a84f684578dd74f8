import { v7 } from "uuid"

/** UUID version 7 (RFC 9562): sorts by time of making; the same in GraphQL, REST and webhooks. */
export const newId = (): string => v7()
