import type { X509Certificate } from "node:crypto"
import { constants } from "node:crypto"
import { isIP, type Socket } from "node:net"
import { connect, createSecureContext, getCACertificates, type SecureContext } from "node:tls"
import type { TLSSocket } from "node:tls"
import type { FailureClass } from "../../graphql/check/result.ts"

type Shaken =
  | {
      failure: null
      /** OpenSSL's verdict on the chain; null where it is trusted. */
      chainCode: string | null
      x509: X509Certificate | null
    }
  | { failure: TlsFailure }
type TlsFailure = { class: FailureClass; text: string }

/**
 * One context for all connections. x25519 first makes handshakes cheap; servers without secure
 * renegotiation are let in, as browsers let them. `ca` adds to Node's own authorities, which
 * NODE_EXTRA_CA_CERTS extends.
 */
export const createContext = (ca: string[] = []): SecureContext =>
  createSecureContext({
    ...common,
    ...(ca.length > 0 ? { ca: [...getCACertificates("default"), ...ca] } : {}),
  })

/** For chains whose verdict is known: without authorities OpenSSL does not reach for one. */
export const createUnjudging = (): SecureContext => createSecureContext({ ...common, ca: [] })

const common = {
  ecdhCurve: "X25519:P-256:P-384:P-521",
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}

/**
 * Connects, and begins a handshake once connected, never a resumed one. The chain is judged, not enforced.
 * One socket from the start: wrapping a connected one costs a tenth more.
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
  // Beyond what the types name, all options of a plain connection hold.
  const options = {
    host,
    port,
    autoSelectFamily: false,
    noDelay: true,
    secureContext: context,
    // RFC 6066: an address is no server name.
    servername: isIP(serverName) === 0 ? serverName.replace(/\.$/, "") : "",
    rejectUnauthorized: false,
    checkServerIdentity: trust,
    ...(alpn.length > 0 ? { ALPNProtocols: alpn } : {}),
  }
  const socket = connect(options)
  // Node reads the whole chain for the name check that findFault does better: a third of the cost.
  socket.getPeerCertificate = readNothing
  return socket
}

const trust = () => undefined
/** Functions made in place of an assignment are born old to V8, and keep the socket until a full collection. */
const readNothing = () => ({}) as never

/** Waits for the handshake of a socket that has just connected; where it fails the socket is destroyed. */
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
    const onAbort = () => settle({ failure: { class: "timeout", text: "did not finish" } })
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

/**
 * Goes politely: with our last flight and close_notify sent, so that no handshake error is left in the
 * target's log. Waits for no answer.
 */
export function leave(socket: Socket): void {
  socket.setTimeout(1000, () => socket.destroy())
  socket.end(() => socket.destroy())
}

type TlsError = { code?: string | undefined; message?: string; reason?: string }

/** A fault of TLS in words; also for those that arrive after the handshake. */
export function explain(error: TlsError): TlsFailure {
  const code = error.code ?? ""
  if (["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(code)) {
    return { class: "reset", text: "failed: the server closed the connection" }
  }
  if (code === "ETIMEDOUT") return { class: "timeout", text: "failed: the connection died" }
  return { class: "tls", text: `failed: ${words(code, error)}` }
}

function words(code: string, error: TlsError): string {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_TOO_/.test(code)) {
    return "the port does not speak TLS; it may want http:// instead of https://"
  }
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/.test(code)) {
    return "the server offers no version from TLS 1.2 on"
  }
  if (/UNRECOGNIZED_NAME/.test(code)) return "the server does not know this server name"
  if (/NO_APPLICATION_PROTOCOL/.test(code)) return "the server does not speak HTTP/1.1"
  if (/CERTIFICATE_REQUIRED|BAD_CERTIFICATE/.test(code)) {
    return "the server asks for a client certificate"
  }
  if (/HANDSHAKE_FAILURE/.test(code)) {
    return "the server refused it (no common cipher, or it asks for a client certificate)"
  }
  return error.reason ?? error.message ?? code
}

export const isTlsError = (error: { code?: string | undefined }) =>
  /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(error.code ?? "")
