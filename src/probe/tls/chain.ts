import { X509Certificate } from "node:crypto"
import { getCACertificates } from "node:tls"
import { LRUCache } from "lru-cache"
import { commonName } from "./certificate.ts"

/** A certificate of a chain other than the server's own: its common name, and until when it is valid. */
export type Issuer = { subject: string; expiresAt: string }

const mostSent = 10
const mostKnown = 2000

/** The certificates sent, leaf first. */
export function sent(x509: X509Certificate): X509Certificate[] {
  const all: X509Certificate[] = []
  let one: X509Certificate | undefined = x509
  for (; one !== undefined && all.length < mostSent; one = one.issuerCertificate) all.push(one)
  return all
}

const endOf = (x509: X509Certificate): number => x509.validToDate.getTime()
/** The server's own among equals. */
const shortestOf = (path: readonly X509Certificate[]): X509Certificate | undefined =>
  path.toSorted((a, b) => endOf(a) - endOf(b))[0]

/**
 * Rebuilds the chain that a server's certificate is trusted by, from what was sent and our authorities: Node tells
 * only what was sent, of which some may be superfluous. Of several possible chains, the one that is valid for longest,
 * as a verifier goes on to use it when the others end.
 */
export function createChains(ca: string[]) {
  let roots: Map<string, X509Certificate[]> | null = null
  const known = new LRUCache<string, { issuer: Issuer | null }>({ max: mostKnown })

  /** Read once needed, because parsing all authorities takes time. */
  function rootsNamed(subject: string): X509Certificate[] {
    roots ??= Map.groupBy(
      [...getCACertificates("default"), ...ca].map((pem) => new X509Certificate(pem)),
      (root) => root.subject,
    )
    return roots.get(subject) ?? []
  }

  const isRoot = ({ subject, issuer, fingerprint256 }: X509Certificate): boolean =>
    subject === issuer && rootsNamed(subject).some((one) => one.fingerprint256 === fingerprint256)

  function longestFrom(
    path: readonly X509Certificate[],
    others: readonly X509Certificate[],
  ): readonly X509Certificate[] | null {
    const last = path.at(-1)
    if (last === undefined || isRoot(last)) return path
    const issuers = [...rootsNamed(last.issuer), ...others].filter(
      (one) =>
        one.subject === last.issuer &&
        path.every(({ fingerprint256 }) => fingerprint256 !== one.fingerprint256) &&
        last.checkIssued(one) &&
        last.verify(one.publicKey),
    )
    let best: readonly X509Certificate[] | null = null
    let bestEnd = -Infinity
    for (const one of issuers) {
      const found = longestFrom([...path, one], others)
      const shortest = found && shortestOf(found)
      if (!shortest || endOf(shortest) <= bestEnd) continue
      best = found
      bestEnd = endOf(shortest)
    }
    return best
  }

  return {
    /** The issuer whose certificate ends before the server's own does; null if none does, or no chain is known. */
    endsFirst(all: readonly X509Certificate[]): Issuer | null {
      const key = all.map(({ fingerprint256 }) => fingerprint256).join()
      const found = known.get(key)
      if (found !== undefined) return found.issuer
      const [leaf, ...others] = all
      const path = leaf === undefined ? null : longestFrom([leaf], others)
      const shortest = path === null ? undefined : shortestOf(path)
      const isIssuer = shortest !== undefined && leaf !== undefined && shortest !== leaf
      const issuer = isIssuer ? describe(shortest) : null
      known.set(key, { issuer })
      return issuer
    },
  }
}

const describe = (x509: X509Certificate): Issuer => ({
  subject: commonName(x509.subject),
  expiresAt: x509.validToDate.toISOString(),
})
