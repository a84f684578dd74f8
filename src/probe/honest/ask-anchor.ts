import { connect, isIP } from "node:net"
import { connect as connectTls, type SecureContext, type TLSSocket } from "node:tls"
import type { Clock } from "../../platform/clock.ts"
import type { Anchor } from "../anchor.ts"
import { askTcp } from "../dns/dns-exchange.ts"
import { makeQuery } from "../dns/dns-message.ts"
import type { Family } from "../family.ts"

/**
 * `unreachable`: no connection. `mute`: a connection over which nothing useful came, as with a SYN proxy or a smaller
 * MTU on the path. The others are answers that an honest network does not bring.
 */
export type AnchorState =
  | "honest"
  | "unreachable"
  | "mute"
  | "untrusted"
  | "wrong_name"
  | "out_of_date"
  | "foreign"

export type AnchorReply = {
  anchor: string
  state: AnchorState
  /** Who issued the certificate, if it is not trusted. */
  issuer: string | null
  /** Whether so many bytes came that packets of full size pass. */
  isFull: boolean
  durationMs: number
}

/** More than one packet on any path: a path that drops full packets does not let it pass. */
const fullBytes = 1400
const nameServerPort = 53

type Options = {
  /** Null: the system chooses. */
  family: Family | null
  context: SecureContext
  signal: AbortSignal
  clock: Pick<Clock, "monotonicMs">
}

/**
 * Ask an anchor what only it can answer: a full TLS handshake, never a resumed one, whose certificate is valid for its
 * name. Without a name any bytes prove: a ClientHello asks for them, on port 53 a query. Never rejects.
 */
export async function askAnchor(anchor: Anchor, options: Options): Promise<AnchorReply> {
  const fromMs = options.clock.monotonicMs()
  const asked =
    anchor.name === null && anchor.port === nameServerPort && isIP(anchor.host) !== 0
      ? await query(anchor, options.signal)
      : await shake(anchor, options)
  return { anchor: anchor.text, ...asked, durationMs: options.clock.monotonicMs() - fromMs }
}

type Asked = Pick<AnchorReply, "state" | "issuer" | "isFull">

async function query({ host, port }: Anchor, signal: AbortSignal): Promise<Asked> {
  const family = isIP(host) === 6 ? 6 : 4
  const root = makeQuery({ name: ".", type: "NS" }, false)
  const said = await askTcp({ address: host, family, port, text: host }, root, signal)
  const hasBytes = "message" in said || ("fault" in said && said.fault.isProtocol)
  return { state: hasBytes ? "honest" : "unreachable", issuer: null, isFull: false }
}

function shake({ host, port, name }: Anchor, options: Options): Promise<Asked> {
  const { family, context, signal } = options
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      noDelay: true,
      autoSelectFamily: family === null,
      ...(family !== null && { family }),
    })
    let isConnected = false
    let secure: TLSSocket | null = null
    const settle = (state: AnchorState, issuer: string | null = null) => {
      signal.removeEventListener("abort", giveUp)
      const bytes = socket.bytesRead
      // The connection must outlive the TLS over it: Node crashes otherwise.
      if (secure === null) socket.destroy()
      else secure.once("close", () => socket.destroy()).destroy()
      const isHonest = name === null ? bytes > 0 : state === "honest"
      resolve({
        state: isHonest ? "honest" : state,
        issuer: isHonest ? null : issuer,
        isFull: bytes >= fullBytes,
      })
    }
    const giveUp = () => settle(isConnected ? "mute" : "unreachable")
    /** Bytes that are no TLS come from somebody else. */
    const fail = (code = "") => {
      if (!isConnected) settle("unreachable")
      else settle(/^(ERR_SSL_|EPROTO$)/.test(code) && socket.bytesRead > 0 ? "foreign" : "mute")
    }
    socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code))
    socket.once("connect", () => {
      isConnected = true
      const tls = connectTls({
        socket,
        host: name ?? host,
        secureContext: context,
        servername: name === null || isIP(name) !== 0 ? "" : name,
        rejectUnauthorized: false,
      })
      secure = tls
      tls.on("error", (error: NodeJS.ErrnoException) => fail(error.code))
      tls.once("close", () => fail())
      tls.once("secureConnect", () => {
        const code = tls.authorized ? null : codeOf(tls.authorizationError)
        settle(code === null ? "honest" : explain(code), issuerOf(tls.getPeerX509Certificate()))
      })
    })
    if (signal.aborted) giveUp()
    else signal.addEventListener("abort", giveUp, { once: true })
  })
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : String(error)

function explain(code: string): AnchorState {
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") return "out_of_date"
  return code === "ERR_TLS_CERT_ALTNAME_INVALID" ? "wrong_name" : "untrusted"
}

function issuerOf(certificate: { issuer: string } | undefined): string | null {
  const { issuer = "" } = certificate ?? {}
  return /^(?:CN|O)=(.*)$/m.exec(issuer)?.[1]?.slice(0, 100) ?? null
}
