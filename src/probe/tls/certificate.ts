import type { X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import type { Certificate } from "../../graphql/monitoring/check/rules/check-result.ts"
import type { Finding } from "../../findings/finding.ts"
import { clip, storable } from "../compare.ts"
import type { Issuer } from "./chain.ts"

const dayMs = 86_400_000
const mostNames = 100

type Known = { certificate: Certificate; covers: Map<string, boolean> }

/** Cache of parsed certificates by fingerprint, because parsing is slow. */
const known = new Map<string, Known>()
const mostKnown = 2000
const mostCovered = 100

function read(x509: X509Certificate): Known {
  const { fingerprint256 } = x509
  const found = known.get(fingerprint256)
  if (found !== undefined) return found
  const [oldest] = known.keys()
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
  const fresh = { certificate: parse(x509), covers: new Map<string, boolean>() }
  known.set(fingerprint256, fresh)
  return fresh
}

export const describe = (x509: X509Certificate): Certificate => read(x509).certificate

/** Truncated to what a row can hold: the server controls the content and may send a hundred kilobytes. */
const parse = (x509: X509Certificate): Certificate => ({
  subject: oneLine(x509.subject),
  issuer: oneLine(x509.issuer),
  names: namesOf(x509.subjectAltName ?? "").slice(0, mostNames),
  validFrom: x509.validFromDate.toISOString(),
  expiresAt: x509.validToDate.toISOString(),
  fingerprint256: x509.fingerprint256,
})

/** Whole days until a certificate expires, rounded down; negative after it. */
export const daysLeft = ({ expiresAt }: Pick<Certificate, "expiresAt">, now: Date) =>
  Math.floor((Date.parse(expiresAt) - now.getTime()) / dayMs)

/** OpenSSL's verdict on a chain in Node's spelling, and the issuer of the chain that ends first, if known. */
type ChainFault = { code: string; issuer: Issuer | null }

/** Why a browser would refuse the certificate; empty if it would not. */
export function findFaults(
  fault: ChainFault | null,
  x509: X509Certificate,
  serverName: string,
): Finding[] {
  return [
    ...(fault === null ? [] : [explain(fault, x509)]),
    ...(covers(x509, serverName) ? [] : [otherNames(x509, serverName)]),
  ]
}

function explain({ code: errorCode, issuer: ended }: ChainFault, x509: X509Certificate): Finding {
  switch (errorCode) {
    case "CERT_HAS_EXPIRED":
      return explainExpiry(ended, x509)
    case "CERT_NOT_YET_VALID": {
      const from = x509.validFromDate.toISOString()
      return { code: "certificate_not_yet_valid", parameters: { from } }
    }
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return { code: "certificate_self_signed", parameters: {} }
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return { code: "chain_self_signed", parameters: {} }
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return { code: "chain_without_issuer", parameters: { issuer: commonName(x509.issuer) } }
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return { code: "chain_incomplete", parameters: {} }
    case "CERT_SIGNATURE_FAILURE":
      return { code: "certificate_signature_wrong", parameters: {} }
    case "CERT_REVOKED":
      return { code: "certificate_revoked", parameters: {} }
    case "INVALID_PURPOSE":
      return { code: "certificate_not_for_servers", parameters: {} }
    case "EE_KEY_TOO_SMALL":
    case "CA_KEY_TOO_SMALL":
    case "CA_MD_TOO_WEAK":
      return { code: "certificate_too_weak", parameters: { errorCode } }
    default:
      return { code: "certificate_untrusted", parameters: { errorCode } }
  }
}

function explainExpiry(ended: Issuer | null, x509: X509Certificate): Finding {
  if (x509.validToDate.getTime() <= Date.now()) {
    return { code: "certificate_expired", parameters: { at: x509.validToDate.toISOString() } }
  }
  if (ended === null || Date.parse(ended.expiresAt) > Date.now()) {
    return { code: "chain_expired", parameters: {} }
  }
  const { subject: issuer, expiresAt: at } = ended
  return { code: "issuer_certificate_expired", parameters: { issuer, at } }
}

function covers(x509: X509Certificate, serverName: string): boolean {
  const { covers } = read(x509)
  const before = covers.get(serverName)
  if (before !== undefined) return before
  const does = matches(x509, serverName)
  if (covers.size < mostCovered) covers.set(serverName, does)
  return does
}

function matches(x509: X509Certificate, serverName: string): boolean {
  if (isIP(serverName) !== 0) return x509.checkIP(serverName) !== undefined
  return (
    x509.checkHost(serverName.replace(/\.$/, ""), {
      partialWildcards: false,
      subject: "default",
    }) !== undefined
  )
}

const mostNamed = 5

function otherNames(x509: X509Certificate, serverName: string): Finding {
  const all = namesOf(x509.subjectAltName ?? "")
  const names = all.length > 0 ? all : [commonName(x509.subject)]
  const more = Math.max(0, names.length - mostNamed)
  return {
    code: "certificate_for_others",
    parameters: { names: names.slice(0, mostNamed), more, host: serverName },
  }
}

/** OpenSSL writes 'DNS:a.example, IP Address:1.2.3.4'; unusual values are JSON strings. */
const namesOf = (text: string) =>
  [...text.matchAll(/(?:DNS|IP Address):(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => storable(quoted ?? plain ?? "").slice(0, 255),
  )

const oneLine = (name: string | undefined) => clip((name ?? "").split("\n").join(", "))
export const commonName = (name: string) => oneLine(/^CN=(.*)$/m.exec(name)?.[1] ?? name)
