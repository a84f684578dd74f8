/** A member, an index, or a quoted member of a singular JSONPath query (RFC 9535, section 2.3.5). */
const part = /\.([^.[\]'"\s]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/** The steps of a path such as `$.alert.tags[0]`, of which `$.` may be left out; null if it is none. */
export function stepsOf(path: string): (string | number)[] | null {
  const text = path.startsWith("$") ? path.slice(1) : `.${path}`
  const steps: (string | number)[] = []
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    if (found === null) return null
    const [, name, index, single, double] = found
    const quoted = (single ?? double)?.replaceAll(/\\(.)/g, "$1")
    steps.push(index === undefined ? (name ?? quoted ?? "") : Number(index))
  }
  return steps
}

/** What a path selects; undefined if there is nothing. */
export function readPath(value: unknown, path: string): unknown {
  let found = value
  for (const step of stepsOf(path) ?? []) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}
