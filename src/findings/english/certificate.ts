import type { certificateCodes } from "../codes/certificate.ts"
import type { WordsOf } from "../words.ts"

export const certificate: WordsOf<typeof certificateCodes> = {
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
