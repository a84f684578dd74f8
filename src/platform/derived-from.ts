/** A value made from settings, which change while a process runs: it is made again once its key is another. */
export function derivedFrom<Key extends string, T>(
  keyOf: () => Key,
  make: (key: Key) => T,
): () => T {
  let made: { key: Key; value: T } | null = null
  return () => {
    const key = keyOf()
    if (made?.key !== key) made = { key, value: make(key) }
    return made.value
  }
}
