/** JSON with sorted members and no spaces (RFC 8785): equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`)
  return `{${members.join(",")}}`
}
