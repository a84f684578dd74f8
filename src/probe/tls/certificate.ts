import type { X509Certificate } from "node:crypto"
import { isIP } from "node:net"
import type { Certificate } from "../../graphql/monitoring/check/rules/check-result.ts"
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

/** Why a browser would refuse the certificate; null if it would not. */
export function findFault(
  fault: ChainFault | null,
  x509: X509Certificate,
  serverName: string,
): string | null {
  const faults = [
    fault && explain(fault, x509),
    covers(x509, serverName) ? null : otherNames(x509, serverName),
  ].filter((fault) => fault !== null)
  return faults.length > 0 ? faults.join(" ") : null
}

function explain({ code, issuer: ended }: ChainFault, x509: X509Certificate): string {
  const from = x509.validFromDate.toISOString()
  const to = x509.validToDate.toISOString()
  const issuer = commonName(x509.issuer)
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return x509.validToDate.getTime() <= Date.now()
        ? `The certificate expired at ${to}.`
        : ended !== null && Date.parse(ended.expiresAt) <= Date.now()
          ? `The certificate of the issuer "${ended.subject}" expired at ${ended.expiresAt}.`
          : "A certificate in the chain, not the server's own, has expired."
    case "CERT_NOT_YET_VALID":
      return `The certificate is not valid before ${from}.`
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return "The certificate is self-signed."
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return "The chain ends in a self-signed certificate that is not trusted."
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return `The chain is incomplete: the server did not send the certificate of the issuer "${issuer}", and it is not a trusted authority.`
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "The chain is incomplete, or ends at an authority that is not trusted."
    case "CERT_SIGNATURE_FAILURE":
      return "The certificate's signature is wrong."
    case "CERT_REVOKED":
      return "The certificate was revoked."
    case "INVALID_PURPOSE":
      return "The certificate is not valid for servers."
    case "EE_KEY_TOO_SMALL":
    case "CA_KEY_TOO_SMALL":
    case "CA_MD_TOO_WEAK":
      return `The certificate is too weak (${code}).`
    default:
      return `The certificate is not trusted (${code}).`
  }
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

function otherNames(x509: X509Certificate, serverName: string): string {
  const all = namesOf(x509.subjectAltName ?? "")
  const names = all.length > 0 ? all : [commonName(x509.subject)]
  const shown = names.slice(0, 5).join(", ")
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ""
  return `The certificate is for ${shown}${more}, not for ${serverName}.`
}

/** OpenSSL writes 'DNS:a.example, IP Address:1.2.3.4'; unusual values are JSON strings. */
const namesOf = (text: string) =>
  [...text.matchAll(/(?:DNS|IP Address):(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => storable(quoted ?? plain ?? "").slice(0, 255),
  )

const oneLine = (name: string | undefined) => clip((name ?? "").split("\n").join(", "))
export const commonName = (name: string) => oneLine(/^CN=(.*)$/m.exec(name)?.[1] ?? name)
