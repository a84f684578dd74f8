/** Binary heap ordered by due time. */
export function createHeap<T>(dueAt: (item: T) => number) {
  const items: T[] = []

  const at = (index: number): number => {
    const item = items[index]
    return item === undefined ? Infinity : dueAt(item)
  }

  function swap(a: number, b: number): void {
    const [one, other] = [items[a], items[b]]
    if (one === undefined || other === undefined) return
    items[a] = other
    items[b] = one
  }

  function rise(index: number): void {
    let child = index
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (at(parent) <= at(child)) return
      swap(parent, child)
      child = parent
    }
  }

  function sink(): void {
    let parent = 0
    for (;;) {
      const left = 2 * parent + 1
      const least = at(left + 1) < at(left) ? left + 1 : left
      if (at(least) >= at(parent)) return
      swap(parent, least)
      parent = least
    }
  }

  return {
    push(item: T): void {
      items.push(item)
      rise(items.length - 1)
    },
    peek: (): T | undefined => items[0],
    pop(): T | undefined {
      const first = items[0]
      const last = items.pop()
      if (last !== undefined && items.length > 0) {
        items[0] = last
        sink()
      }
      return first
    },
    get size(): number {
      return items.length
    },
  }
}
