import { createTransport } from "nodemailer"

const connectMs = 10_000
/** Without a response for this long the connection is considered dead. */
const silentMs = 20_000

/** Mail servers limit connections per sender. */
const bounds = {
  pool: true,
  maxConnections: 5,
  maxMessages: 100,
  /** For a connection that the server closed while idle; further retries follow the schedule. */
  maxRequeues: 1,
  idleTimeout: 30_000,
  connectionTimeout: connectMs,
  greetingTimeout: connectMs,
  dnsTimeout: connectMs,
  socketTimeout: silentMs,
  /** A mail must not include files or URLs named in its content. */
  disableFileAccess: true,
  disableUrlAccess: true,
} as const

type Transport = ReturnType<typeof open>

const transports = new Map<string, Transport>()

/** Pooled connections to a mail server. */
export function transportTo(url: string): Transport {
  const known = transports.get(url)
  if (known !== undefined) return known
  const transport = open(url)
  transports.set(url, transport)
  return transport
}

/** Requires TLS for passwords, except on this machine. */
function open(url: string) {
  const { password, hostname, protocol } = new URL(url)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  const requireTLS = password !== "" && protocol === "smtp:" && !isLocal
  return createTransport({ url, ...bounds, ...(requireTLS ? { requireTLS } : {}) })
}
