import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

window.addEventListener("popstate", tell)

/** Goes to a path of the dashboard; `replace` leaves no step back. */
export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return
  history[replace ? "replaceState" : "pushState"](null, "", to)
  if (!replace) window.scrollTo(0, 0)
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

const useSearch = (): string => useSyncExternalStore(subscribe, () => location.search)

/** One word of the query string, so that a filtered list can be linked to and survives a reload. */
export function useQueryWord(name: string): [string, (value: string) => void] {
  const search = useSearch()
  const value = new URLSearchParams(search).get(name) ?? ""
  return [
    value,
    (next) => {
      const words = new URLSearchParams(location.search)
      if (next === "") words.delete(name)
      else words.set(name, next)
      const text = words.toString()
      navigate(location.pathname + (text === "" ? "" : `?${text}`), { replace: true })
    },
  ]
}

type Names<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? Names<Head> | Names<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never

/** `match("/projects/:id", path)` gives `{ id }`, or null where the path is another. */
export function match<Pattern extends string>(
  pattern: Pattern,
  path: string,
): Record<Names<Pattern>, string> | null {
  const wanted = pattern.split("/")
  const found = path.replace(/(?<=.)\/$/, "").split("/")
  if (wanted.length !== found.length) return null
  const names: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const given = found[at] ?? ""
    if (part.startsWith(":")) names[part.slice(1)] = decode(given)
    else if (part !== given) return null
  }
  return names
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign is a path that was never ours; as it stands it matches nothing.
    return text
  }
}
