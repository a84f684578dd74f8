import type { connectionCodes, ConnectionFault, TlsFault } from "../codes/connection.ts"
import type { WordsOf } from "../words.ts"

const faults: Record<ConnectionFault["fault"], (errorCode: string) => string> = {
  refused: () => "refused the connection",
  reset: () => "reset the connection",
  silent: () => "did not answer",
  unreachable: (errorCode) => `cannot be reached (${errorCode})`,
  no_ipv6: () => "cannot be reached: this machine has no IPv6",
  not_tried: (errorCode) => `could not be tried: this machine returned ${errorCode}`,
}

const tls: Record<TlsFault, (detail: string) => string> = {
  unfinished: () => "did not finish",
  closed: () => "failed: the server closed the connection",
  died: () => "failed: the connection died",
  plain_port: () => "failed: the port does not use TLS; it may need http:// instead of https://",
  old_version: () => "failed: the server does not support TLS 1.2 or later",
  unknown_name: () => "failed: the server does not know this server name",
  no_common_protocol: () => "failed: the server supports neither HTTP/1.1 nor HTTP/2",
  client_certificate: () => "failed: the server requires a client certificate",
  refused: () =>
    "failed: the server refused it (no common cipher, or it requires a client certificate)",
  other: (detail) => `failed: ${detail}`,
}

const faultOf = ({ endpoint, fault, errorCode }: ConnectionFault): string =>
  `${endpoint} ${faults[fault](errorCode ?? "")}`

export const connection: WordsOf<typeof connectionCodes> = {
  not_connected({ tries, withinMs }, { seconds }) {
    const said = tries.map(faultOf)
    return `${said.join("; ")}${withinMs === null ? "" : ` within ${seconds(withinMs)}`}.`
  },
  reached_instead: (one) => `${faultOf(one)}; ${one.reached} was reached instead.`,
  connected_elsewhere: ({ why }, { say }) => `Connected to another address: ${say(why)}.`,
  tls_handshake_failed({ endpoint, fault, detail, withinMs }, { seconds }) {
    const within = withinMs === null ? "" : ` within ${seconds(withinMs)}`
    return `The TLS handshake with ${endpoint} ${tls[fault](detail ?? "")}${within}.`
  },
  tls_connection_failed: ({ fault, detail }) => `The TLS connection ${tls[fault](detail ?? "")}.`,
  certificate_expired: ({ at }) => `The certificate expired at ${at}.`,
  issuer_certificate_expired: ({ issuer, at }) =>
    `The certificate of the issuer "${issuer}" expired at ${at}.`,
  chain_expired: () => "A certificate in the chain, not the server's own, has expired.",
  certificate_not_yet_valid: ({ from }) => `The certificate is not valid before ${from}.`,
  certificate_self_signed: () => "The certificate is self-signed.",
  chain_self_signed: () => "The chain ends in a self-signed certificate that is not trusted.",
  chain_without_issuer: ({ issuer }) =>
    `The chain is incomplete: the server did not send the certificate of the issuer "${issuer}", and it is not a trusted authority.`,
  chain_incomplete: () => "The chain is incomplete, or ends at an authority that is not trusted.",
  certificate_signature_wrong: () => "The certificate's signature is wrong.",
  certificate_revoked: () => "The certificate was revoked.",
  certificate_not_for_servers: () => "The certificate is not valid for servers.",
  certificate_too_weak: ({ errorCode }) => `The certificate is too weak (${errorCode}).`,
  certificate_untrusted: ({ errorCode }) => `The certificate is not trusted (${errorCode}).`,
  certificate_for_others({ names, more, host }, { list, number }) {
    const others = more > 0 ? ` and ${number(more)} more` : ""
    return `The certificate is for ${list(names)}${others}, not for ${host}.`
  },
}
