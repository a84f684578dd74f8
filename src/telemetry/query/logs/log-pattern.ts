/** What differs between messages of one kind: ids, quoted values and numbers (RE2). */
const parts = [
  "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
  "[0-9a-fA-F]*[0-9][0-9a-fA-F]{7,}",
  '"[^"]*"',
  "[0-9]+",
]

/** A message with `*` in place of what differs, so that messages of one kind are equal. Bind {pattern:String} too. */
export const logPattern = "replaceRegexpAll(substring(Body, 1, 300), {pattern:String}, '*')"
export const patternParams = { pattern: parts.join("|") }
