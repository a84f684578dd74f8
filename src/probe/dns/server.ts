import { isIP } from "node:net"

/** A name server; `text` is for display, with the port only if it is not 53. */
export type Server = { address: string; family: 4 | 6; port: number; text: string }

/** Parses "address", "address:port" or "[v6]:port"; null for anything else. */
export function parseServer(text: string): Server | null {
  const [, six, four, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const address = isIP(text) === 0 ? (six ?? four ?? "") : text
  const port = isIP(text) === 0 && digits !== undefined ? Number(digits) : 53
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || port < 1 || port > 65_535) return null
  const bare = family === 6 ? `[${address}]` : address
  return { address, family, port, text: port === 53 ? address : `${bare}:${port}` }
}
