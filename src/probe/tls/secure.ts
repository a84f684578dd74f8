import type { X509Certificate } from "node:crypto"
import { constants } from "node:crypto"
import { isIP, type Socket } from "node:net"
import { connect, createSecureContext, getCACertificates, type SecureContext } from "node:tls"
import type { TLSSocket } from "node:tls"
import type { FailureClass } from "../../graphql/check/result.ts"

export type Secured =
  | {
      socket: TLSSocket
      /** OpenSSL's verdict on the chain; null where it is trusted. */
      chainCode: string | null
      x509: X509Certificate | null
    }
  | { socket: null; class: FailureClass; text: string }

/**
 * One context for all connections. x25519 first makes handshakes cheap; servers without secure
 * renegotiation are let in, as browsers let them. `ca` adds to Node's own authorities, which
 * NODE_EXTRA_CA_CERTS extends.
 */
export const createContext = (ca: string[] = []): SecureContext =>
  createSecureContext({
    ecdhCurve: "X25519:P-256:P-384:P-521",
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    ...(ca.length > 0 ? { ca: [...getCACertificates("default"), ...ca] } : {}),
  })

/** A TLS handshake over a connected socket, never a resumed one. The chain is judged, not enforced. */
export function secure(
  raw: Socket,
  options: { context: SecureContext; serverName: string; alpn: string[]; signal: AbortSignal },
): Promise<Secured> {
  const { context, serverName, alpn, signal } = options
  if (raw.destroyed) return Promise.resolve({ socket: null, ...explain({ code: "ECONNRESET" }) })
  return new Promise((resolve) => {
    const socket = connect({
      socket: raw,
      secureContext: context,
      // RFC 6066: an address is no server name.
      servername: isIP(serverName) === 0 ? serverName.replace(/\.$/, "") : "",
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(alpn.length > 0 ? { ALPNProtocols: alpn } : {}),
    })
    // Node reads the whole chain for the name check that findFault does better: a third of the cost.
    socket.getPeerCertificate = () => ({}) as never
    const settle = (secured: Secured) => {
      signal.removeEventListener("abort", onAbort)
      if (secured.socket === null) {
        socket.destroy()
        raw.destroy()
      }
      resolve(secured)
    }
    const onAbort = () => settle({ socket: null, class: "timeout", text: "did not finish" })
    socket.on("error", (error: NodeJS.ErrnoException) =>
      settle({ socket: null, ...explain(error) }),
    )
    socket.once("close", () => settle({ socket: null, ...explain({ code: "ECONNRESET" }) }))
    socket.once("secureConnect", () =>
      settle({
        socket,
        chainCode: socket.authorized ? null : String(socket.authorizationError),
        x509: socket.getPeerX509Certificate() ?? null,
      }),
    )
    signal.addEventListener("abort", onAbort, { once: true })
    if (signal.aborted) onAbort()
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
export function explain(error: TlsError): { class: FailureClass; text: string } {
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
