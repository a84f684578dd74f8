import { inboundPrefix } from "../graphql/incidents/source/source-url.ts"
import type { SenderPath } from "../senders/sender.ts"
import { senderOf } from "../senders/sender-kinds.ts"

const keyed = "/:key"

type Found = { kind: string; path: SenderPath; urlKey: string | null }

/** Which sender posts to a path, with the key in it; null if none does. */
export function findPath(pathname: string): Found | null {
  const [, kind = "", rest = ""] =
    /^([a-z]+)(\/.*)$/.exec(pathname.slice(inboundPrefix.length)) ?? []
  for (const path of senderOf(kind)?.paths ?? []) {
    if (path.keyOf !== null && path.path === rest) return { kind, path, urlKey: null }
    if (path.keyOf === null && path.path.endsWith(keyed)) {
      const before = path.path.slice(0, -keyed.length)
      const key = rest.slice(before.length + 1)
      if (rest.startsWith(`${before}/`) && /^[\w-]{1,100}$/.test(key)) {
        return { kind, path, urlKey: key }
      }
    }
  }
  return null
}
