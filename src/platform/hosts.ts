import { readFileSync } from "node:fs"
import { isIP } from "node:net"

const maxAgeMs = 30_000

/**
 * Addresses of a name from the hosts file and of `localhost` (RFC 6761), IPv4 first; empty if the name needs DNS.
 * Probes, webhooks, push and calendars all look here first. The file is reread every 30 s.
 */
export function createHosts(file = "/etc/hosts"): (name: string) => string[] {
  const held = { at: -Infinity, names: new Map<string, string[]>() }
  return (name) => {
    if (performance.now() - held.at > maxAgeMs) {
      held.at = performance.now()
      held.names = parseHosts(readHosts(file))
    }
    const known = held.names.get(name) ?? []
    if (known.length > 0) return known.toSorted((a, b) => isIP(a) - isIP(b))
    return name === "localhost" || name.endsWith(".localhost") ? ["127.0.0.1", "::1"] : []
  }
}

function readHosts(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // Not every system has a hosts file.
    return ""
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const line of text.split("\n")) {
    const [address = "", ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/)
    if (isIP(address) === 0 || address.includes("%")) continue
    for (const alias of aliases.map((one) => one.toLowerCase())) {
      const known = names.get(alias) ?? []
      if (!known.includes(address)) names.set(alias, [...known, address])
    }
  }
  return names
}
