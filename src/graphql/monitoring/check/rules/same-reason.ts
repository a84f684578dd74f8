/** Measured times differ at each check; they do not make another reason. */
const durations = /\d+(?:[.,]\d+)? ?(?:ms|s|min|h|d)\b/g

/** Whether two texts give the same reason for a failure. */
export const isSameReason = (one: string, other: string): boolean =>
  one.replaceAll(durations, "") === other.replaceAll(durations, "")
