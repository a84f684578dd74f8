/** Bytes of a body that every check reads; more tells nothing about its time or status. */
export const mostRead = 1_048_576

/** Bytes of a decoded body that assertions on it judge. */
export const mostJudged = 10 * 1_048_576
