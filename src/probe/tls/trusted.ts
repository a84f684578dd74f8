import type { X509Certificate } from "node:crypto"
import type { Clock } from "../../clock.ts"

const keptMs = 600_000
const mostPlaces = 50_000
/** Behind one name several servers may answer, each with a chain of its own. */
const mostChains = 4
const mostSent = 10

type Chain = { fingerprints: string; untilMs: number; expiresAtMs: number }

/**
 * Chains that were found good in the last ten minutes, by the place they came from. That verdict follows from the
 * certificates sent, our authorities and the time: where the very same ones come again it need not be reached
 * again, which costs from a tenth of a look to, with authorities on P-384, a third. Only good ones are kept.
 */
export function createTrusted(clock: Clock) {
  const places = new Map<string, Chain[]>()

  function freshAt(place: string): Chain[] {
    const known = places.get(place)
    if (known === undefined) return []
    const [nowMs, wallMs] = [clock.monotonicMs(), clock.now().getTime()]
    return known.filter(({ untilMs, expiresAtMs }) => nowMs < untilMs && wallMs < expiresAtMs)
  }

  return {
    expects: (place: string): boolean => freshAt(place).length > 0,
    /** Whether what was sent is one of those chains, certificate by certificate. */
    knows(place: string, x509: X509Certificate): boolean {
      const fingerprints = fingerprintsOf(sent(x509))
      return freshAt(place).some((chain) => chain.fingerprints === fingerprints)
    },
    remember(place: string, x509: X509Certificate): void {
      const all = sent(x509)
      const fingerprints = fingerprintsOf(all)
      const others = freshAt(place).filter((chain) => chain.fingerprints !== fingerprints)
      const chain = {
        fingerprints,
        untilMs: clock.monotonicMs() + keptMs,
        expiresAtMs: Math.min(...all.map((one) => one.validToDate.getTime())),
      }
      const [oldest] = places.keys()
      if (places.size >= mostPlaces && oldest !== undefined) places.delete(oldest)
      places.set(place, [...others.slice(1 - mostChains), chain])
    },
  }
}

/** What came over the wire, the server's own first. */
function sent(x509: X509Certificate): X509Certificate[] {
  const all: X509Certificate[] = []
  let one: X509Certificate | undefined = x509
  for (; one !== undefined && all.length < mostSent; one = one.issuerCertificate) all.push(one)
  return all
}

const fingerprintsOf = (all: X509Certificate[]): string =>
  all.map(({ fingerprint256 }) => fingerprint256).join()
