import { constants, type X509Certificate } from "node:crypto"
import { isIP, type Socket } from "node:net"
import {
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls"
import type { TlsFault } from "../../findings/codes/connection.ts"
import type { FailureClass } from "../../graphql/monitoring/check/rules/check-result.ts"

type Shaken =
  | {
      failure: null
      /** OpenSSL's verdict on the chain; null if it is trusted. */
      chainCode: string | null
      x509: X509Certificate | null
    }
  | { failure: TlsFailure }
type TlsFailure = {
  class: FailureClass
  fault: TlsFault
  /** What the server or the library said, where there is no other fault. */
  detail: string | null
  isProtocolRefused?: boolean
}

/**
 * One context for all connections. Prefers x25519, which makes handshakes cheap, and accepts servers without secure
 * renegotiation, as browsers do. `ca` adds to Node's authorities, which NODE_EXTRA_CA_CERTS extends.
 */
export const createContext = (ca: string[] = []): SecureContext =>
  createSecureContext({
    ...common,
    ...(ca.length > 0 ? { ca: [...getCACertificates("default"), ...ca] } : {}),
  })

/** For chains already verified: without authorities OpenSSL skips verification. */
export const createUnjudging = (): SecureContext => createSecureContext({ ...common, ca: [] })

const common = {
  ecdhCurve: "X25519:P-256:P-384:P-521",
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}

/**
 * Connects and starts a full handshake, never a resumed one. Verifies the chain without enforcing it. Creates the
 * TLS socket directly, which is cheaper than wrapping a connected one.
 */
export function openSecure(
  host: string,
  port: number,
  {
    context,
    serverName,
    alpn = [],
  }: { context: SecureContext; serverName: string; alpn?: string[] },
): TLSSocket {
  // The types omit the options of plain connections, which also apply.
  const options = {
    host,
    port,
    autoSelectFamily: false,
    noDelay: true,
    secureContext: context,
    // RFC 6066: an address is not a server name.
    servername: isIP(serverName) === 0 ? serverName.replace(/\.$/, "") : "",
    rejectUnauthorized: false,
    checkServerIdentity: trust,
    ...(alpn.length > 0 ? { ALPNProtocols: alpn } : {}),
  }
  const socket = connect(options)
  // Node would parse the whole chain for its name check, which findFaults replaces.
  socket.getPeerCertificate = readNothing
  return socket
}

const trust = () => undefined
/** Shared: a closure per socket would keep the socket alive until a full garbage collection. */
const readNothing = () => ({}) as never

/** Waits for the handshake of a newly connected socket; destroys the socket on failure. */
export function shake(socket: TLSSocket, signal: AbortSignal): Promise<Shaken> {
  return new Promise((resolve) => {
    const settle = (shaken: Shaken) => {
      signal.removeEventListener("abort", onAbort)
      socket.off("error", onError)
      socket.off("close", onClose)
      socket.off("secureConnect", onSecure)
      if (shaken.failure !== null) socket.destroy()
      resolve(shaken)
    }
    const onAbort = () =>
      settle({ failure: { class: "timeout", fault: "unfinished", detail: null } })
    const onError = (error: NodeJS.ErrnoException) => settle({ failure: explain(error) })
    const onClose = () => settle({ failure: explain(socket.errored ?? { code: "ECONNRESET" }) })
    const onSecure = () =>
      settle({
        failure: null,
        chainCode: socket.authorized ? null : String(socket.authorizationError),
        x509: socket.getPeerX509Certificate() ?? null,
      })
    socket.on("error", onError)
    socket.on("close", onClose)
    socket.on("secureConnect", onSecure)
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (socket.destroyed) onClose()
  })
}

/** Closes cleanly, with close_notify, so that the target logs no handshake error. Does not wait for a response. */
export function leave(socket: Socket): void {
  socket.setTimeout(1000, () => socket.destroy())
  socket.end(() => socket.destroy())
}

type TlsError = { code?: string | undefined; message?: string; reason?: string }

/** Describes a TLS error, also one that occurs after the handshake. */
export function explain(error: TlsError): TlsFailure {
  const code = error.code ?? ""
  if (["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(code)) {
    return { class: "reset", fault: "closed", detail: null }
  }
  if (code === "ETIMEDOUT") return { class: "timeout", fault: "died", detail: null }
  const fault = faultOf(code)
  const detail = fault === "other" ? (error.reason ?? error.message ?? code) : null
  return { class: "tls", fault, detail, isProtocolRefused: fault === "no_common_protocol" }
}

function faultOf(code: string): TlsFault {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_TOO_/.test(code)) {
    return "plain_port"
  }
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/.test(code)) return "old_version"
  if (/UNRECOGNIZED_NAME/.test(code)) return "unknown_name"
  if (/NO_APPLICATION_PROTOCOL/.test(code)) return "no_common_protocol"
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE/.test(code)) return "client_certificate"
  return /HANDSHAKE_FAILURE/.test(code) ? "refused" : "other"
}

export const isTlsError = (error: { code?: string | undefined }) =>
  /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(error.code ?? "")
