import { createTransport } from "nodemailer"

const connectMs = 10_000
/** A server that is silent for longer has hung up, whatever its socket says. */
const silentMs = 20_000

/** Mail servers are few and have limits of their own on connections from one sender. */
const bounds = {
  pool: true,
  maxConnections: 5,
  maxMessages: 100,
  /** Once, for a connection that the server closed while it rested; the schedule does the rest. */
  maxRequeues: 1,
  idleTimeout: 30_000,
  connectionTimeout: connectMs,
  greetingTimeout: connectMs,
  dnsTimeout: connectMs,
  socketTimeout: silentMs,
  /** A mail is made of what it is given, never of files or addresses named in it. */
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

type Transport = ReturnType<typeof open>

const transports = new Map<string, Transport>()

/** The connections to a mail server, kept over all that is sent. */
export function transportTo(url: string): Transport {
  const known = transports.get(url)
  if (known !== undefined) return known
  const transport = open(url)
  transports.set(url, transport)
  return transport
}

/** A password goes over TLS, except to this machine. */
function open(url: string) {
  const { password, hostname, protocol } = new URL(url)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  const requireTLS = password !== "" && protocol === "smtp:" && !isLocal
  return createTransport({ url, ...bounds, ...(requireTLS ? { requireTLS } : {}) })
}
