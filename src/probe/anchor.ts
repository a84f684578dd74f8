import { isIP } from "node:net"
import type { Family } from "./family.ts"

/** An address that proves something about our own network: see docs/verdict.md. */
export type Anchor = {
  text: string
  host: string
  port: number
  /** The name that its certificate must be valid for; null if any bytes from it prove. */
  name: string | null
}

/** Parse "host:port/name", "[v6]:port/name", or either without the name; null for anything else. */
export function parseAnchor(text: string): Anchor | null {
  const [, six, other, digits, name] =
    /^(?:\[([0-9a-f:.]+)\]|([^:\s/]+)):(\d{1,5})(?:\/([^\s/]+))?$/i.exec(text) ?? []
  const host = six ?? other
  const port = Number(digits)
  if (host === undefined || port < 1 || port > 65_535) return null
  return { text, host, port, name: name ?? null }
}

/** Null for an anchor with a host name, which may have addresses of either family. */
export function familyOfAnchor(anchor: string): Family | null {
  const family = isIP(parseAnchor(anchor)?.host ?? "")
  return family === 4 || family === 6 ? family : null
}

export const mayBe = (anchor: string, family: Family): boolean =>
  (familyOfAnchor(anchor) ?? family) === family
