/** A case-insensitive substring filter; escapes the wildcards of LIKE. */
export const containing = (words: string) => ({
  contains: words.replaceAll(/[\\%_]/g, "\\$&"),
  mode: "insensitive" as const,
})
