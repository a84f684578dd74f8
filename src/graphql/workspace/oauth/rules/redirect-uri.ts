const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Schemes that a browser runs, reads or sends in the clear. Others belong to a program on the person's machine. */
const refused = /^(?:javascript|vbscript|data|file|blob|about|view-source|filesystem|wss?|ftp):$/

/** Why a code must not be sent to this URL; null if it may be. */
export function redirectFault(text: string): string | null {
  if (text.length > 2048 || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) {
    return "must be a complete URL of at most 2,048 characters"
  }
  const url = new URL(text)
  if (text.includes("#")) return "must not have a fragment (#…)"
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password"
  if (url.protocol === "http:" && !loopback.has(url.hostname)) {
    return "must start with https://, or be on this machine: http://127.0.0.1 or http://localhost"
  }
  return refused.test(url.protocol) ? `must not have the scheme ${url.protocol}` : null
}

/** Whether a client registered this URL: exactly, but with any port on the person's machine (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const { protocol, hostname } = new URL(uri)
  const isLocal = protocol === "http:" && loopback.has(hostname)
  return isLocal && registered.some((one) => withoutPort(one) === withoutPort(uri))
}

const withoutPort = (uri: string) => Object.assign(new URL(uri), { port: "" }).href
