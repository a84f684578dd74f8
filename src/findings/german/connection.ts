import type { connectionCodes, ConnectionFault, TlsFault } from "../codes/connection.ts"
import type { WordsOf } from "../words.ts"

const faults: Record<ConnectionFault["fault"], (errorCode: string) => string> = {
  refused: () => "lehnt die Verbindung ab",
  reset: () => "hat die Verbindung zurückgesetzt",
  silent: () => "antwortet nicht",
  unreachable: (errorCode) => `ist nicht erreichbar (${errorCode})`,
  no_ipv6: () => "ist nicht erreichbar: diese Maschine hat kein IPv6",
  not_tried: (errorCode) => `ließ sich nicht prüfen: Diese Maschine meldet ${errorCode}`,
}

const tls: Record<TlsFault, (detail: string) => string> = {
  unfinished: () => "endete nicht",
  closed: () => "scheiterte: der Server schloss die Verbindung",
  died: () => "scheiterte: die Verbindung brach ab",
  plain_port: () => "scheiterte: der Port verwendet kein TLS; vielleicht http:// statt https://",
  old_version: () => "scheiterte: der Server unterstützt weder TLS 1.2 noch neuere Versionen",
  unknown_name: () => "scheiterte: der Server kennt diesen Servernamen nicht",
  no_common_protocol: () => "scheiterte: der Server unterstützt weder HTTP/1.1 noch HTTP/2",
  client_certificate: () => "scheiterte: der Server verlangt ein Client-Zertifikat",
  refused: () =>
    "scheiterte: der Server lehnt ihn ab (keine gemeinsame Verschlüsselung, oder er verlangt ein Client-Zertifikat)",
  other: (detail) => `scheiterte: ${detail}`,
}

const faultOf = ({ endpoint, fault, errorCode }: ConnectionFault): string =>
  `${endpoint} ${faults[fault](errorCode ?? "")}`

export const connection: WordsOf<typeof connectionCodes> = {
  not_connected({ tries, withinMs }, { seconds }) {
    const said = tries.map(faultOf)
    return `${said.join("; ")}${withinMs === null ? "" : ` innerhalb von ${seconds(withinMs)}`}.`
  },
  reached_instead: (one) => `${faultOf(one)}; ${one.reached} wurde stattdessen erreicht.`,
  connected_elsewhere: ({ why }, { say }) => `Mit einer anderen Adresse verbunden: ${say(why)}.`,
  tls_handshake_failed({ endpoint, fault, detail, withinMs }, { seconds }) {
    const within = withinMs === null ? "" : ` innerhalb von ${seconds(withinMs)}`
    return `Der TLS-Handshake mit ${endpoint} ${tls[fault](detail ?? "")}${within}.`
  },
  tls_connection_failed: ({ fault, detail }) => `Die TLS-Verbindung ${tls[fault](detail ?? "")}.`,
  certificate_expired: ({ at }) => `Das Zertifikat ist am ${at} abgelaufen.`,
  issuer_certificate_expired: ({ issuer, at }) =>
    `Das Zertifikat des Ausstellers "${issuer}" ist am ${at} abgelaufen.`,
  chain_expired: () => "Ein Zertifikat der Kette, nicht das des Servers, ist abgelaufen.",
  certificate_not_yet_valid: ({ from }) => `Das Zertifikat gilt erst ab ${from}.`,
  certificate_self_signed: () => "Das Zertifikat ist selbst signiert.",
  chain_self_signed: () =>
    "Die Kette endet in einem selbst signierten Zertifikat, dem nicht vertraut wird.",
  chain_without_issuer: ({ issuer }) =>
    `Die Kette ist unvollständig: Der Server schickt das Zertifikat des Ausstellers "${issuer}" nicht, und ihm wird nicht vertraut.`,
  chain_incomplete: () =>
    "Die Kette ist unvollständig oder endet bei einer Stelle, der nicht vertraut wird.",
  certificate_signature_wrong: () => "Die Signatur des Zertifikats ist falsch.",
  certificate_revoked: () => "Das Zertifikat wurde widerrufen.",
  certificate_not_for_servers: () => "Das Zertifikat gilt nicht für Server.",
  certificate_too_weak: ({ errorCode }) => `Das Zertifikat ist zu schwach (${errorCode}).`,
  certificate_untrusted: ({ errorCode }) => `Dem Zertifikat wird nicht vertraut (${errorCode}).`,
  certificate_for_others({ names, more, host }, { list, number }) {
    const others = more > 0 ? ` und ${number(more)} weitere` : ""
    return `Das Zertifikat gilt für ${list(names)}${others}, nicht für ${host}.`
  },
}
