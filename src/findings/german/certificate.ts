import type { certificateCodes } from "../codes/certificate.ts"
import type { WordsOf } from "../words.ts"

export const certificate: WordsOf<typeof certificateCodes> = {
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
