import type { EgressSample } from "../graphql/monitoring/check/rules/check-result.ts"
import { createAnchorReplies } from "./anchor-replies.ts"
import { isWatched, type Dependency } from "./dependency.ts"
import { checkEgress } from "./egress.ts"
import type { Family } from "./family.ts"
import type { NetworkFinding } from "./honest/finding.ts"
import { createOwnHonesty, type HonestPart, type HonestyOptions } from "./honest/own-honesty.ts"
import type { TakenProof } from "./honest/proofs.ts"
import { askNameServers } from "./name-servers.ts"
import { createNeighbors, type Interfaces } from "./neighbors.ts"
import { pingAnchors } from "./ping-anchors.ts"
import { createSamples, type Sample } from "./samples.ts"

/** What a proof covers, on the monotonic clock: see `over` in samples.ts. */
type Span = [fromMs: number, toMs: number, startMs: number]

/** Whether our own network was up and honest throughout an attempt. */
export type Proof = {
  alive: boolean
  /** Whether it is up now, so that another attempt makes sense. */
  isBack: boolean
  /** What was probed, and whether it answered. */
  samples: EgressSample[]
  part: Part | null
  /** What is wrong, if it answers but is not honest. */
  finding?: NetworkFinding | null
}

type Part = Family | "name servers" | "IPv4 pings" | "IPv6 pings" | "neighbors" | "HTTP"

export type OwnNetwork = ReturnType<typeof createOwnNetwork>

/** Linux repeats an unanswered SYN after a second: a later answer may be to the second one only. */
const promptMs = 900
/** Of pings that only learn whether anchors reply to any. */
const patientMs = 2000
const staleMs = 30_000

/**
 * State of our own network, by its anchors and name servers, per address family. A failed attempt counts only if
 * they answered before it started, while it ran and after it ended, and were honest before and after it.
 */
export function createOwnNetwork(
  options: HonestyOptions & { interfaces?: Interfaces | undefined },
) {
  const { anchors, servers, clock } = options
  const honesty = createOwnHonesty(options)
  const neighbors = createNeighbors(options)
  const over = (family: Family) =>
    createSamples(() => checkEgress({ anchors, family, timeoutMs: promptMs, clock }), clock)
  const families = { 4: over(4), 6: over(6) }
  const names = createSamples(() => askNameServers(servers, clock, promptMs), clock)
  const always = [families[4], families[6], names, neighbors.samples]

  const repliesOver = (family: Family) =>
    createAnchorReplies(() => pingAnchors({ anchors, family, timeoutMs: patientMs, clock }))
  const replies = { 4: repliesOver(4), 6: repliesOver(6) }
  const pingsOver = (family: Family) =>
    createSamples(async () => {
      const pinged = await pingAnchors({ anchors, family, timeoutMs: promptMs, clock })
      replies[family].noteAnchors(pinged)
      return pinged
    }, clock)
  const pings = { 4: pingsOver(4), 6: pingsOver(6) }
  const partsOf = (isPing: boolean) => (isPing ? [...always, pings[4], pings[6]] : always)

  async function proveAlive(family: Family, ...span: Span): Promise<Proof> {
    const sample = await families[family].over(...span)
    return toProof(sample, families[family].last, family)
  }

  async function proveFamily(family: Family, path: Path, ...span: Span): Promise<Proof> {
    const part = honesty.families[family]
    const isVerified = path === "verified"
    if (isVerified && !part.hasAnchors) return proved
    const [, toMs, startMs] = span
    const proving = part.around(startMs, toMs)
    const up = await proveAlive(family, ...span)
    const never = part.last !== undefined && part.isGivenUp(part.last)
    if (!up.alive || !part.hasAnchors || never) return never && isVerified ? proved : up
    const honest = await proving
    return honest?.alive === true ? up : unproven(honest, part.last, family)
  }

  /** Of both families each must have been up that ever was; a look-up needs one, that of its name server. */
  async function proveEgress(
    { family, peers }: Dependency,
    path: Path,
    ...span: Span
  ): Promise<Proof> {
    if (family !== null) return proveFamily(family, path, ...span)
    const all = await Promise.all(bothFamilies.map((one) => proveFamily(one, path, ...span)))
    const had = all.filter((_, at) => honesty.families[bothFamilies[at] ?? 4].wasHonest())
    const isEach = peers.length > 0 && had.length > 0
    const dead = isEach ? had.find(({ alive }) => !alive) : undefined
    if (dead !== undefined) return dead
    return {
      alive: all.some(({ alive }) => alive),
      isBack: all.some(({ isBack }) => isBack),
      samples: all.flatMap(({ samples }) => samples),
      part: null,
      finding: all.find(({ finding }) => finding)?.finding ?? null,
    }
  }

  async function provePath(needs: Dependency, ...span: Span): Promise<Proof | null> {
    const { path, peers, isSilent } = needs
    if (path === null) return null
    const place = placeOf(peers)
    if (place === "elsewhere")
      return anchors.length === 0 ? proved : proveEgress(needs, path, ...span)
    if (place === "here" || !isSilent) return proved
    const shows = neighbors.shows(peers)
    const sample = await neighbors.samples.over(...span, shows)
    const { last } = neighbors.samples
    return {
      alive: sample !== null && shows(sample),
      isBack: last !== undefined && shows(last),
      samples: (sample ?? last)?.samples ?? [],
      part: "neighbors",
    }
  }

  /** Null if pings of the anchors prove nothing: they ignored all, while targets replied. */
  async function provePings(family: Family, ...span: Span): Promise<Proof | null> {
    const sample = await pings[family].over(...span)
    if (replies[family].doIgnore()) return null
    return toProof(sample, pings[family].last, `IPv${family} pings`)
  }

  async function proveNames(needs: Dependency, ...span: Span): Promise<Proof | null> {
    if (needs.names === null || servers.length === 0) return null
    const part = honesty.names
    if (needs.names === "answering") {
      if (placeOf(needs.peers) !== "elsewhere" || !part.wasHonest()) return null
      return toProof(await names.over(...span), names.last, "name servers")
    }
    const [, toMs, startMs] = span
    const proving = isWatched(needs) ? part.around(startMs, toMs) : part.next()
    if (needs.names === "true") {
      if (placeOf(needs.peers) === "here") return null
      const honest = (await proving) ?? part.last
      const isInvented = needs.given.some(part.isInvented)
      const isDenied = needs.hasOwnServer && honest?.denies === true && part.wasHonest()
      return isInvented || honest?.isFalse || isDenied
        ? unproven(honest, part.last, "name servers")
        : null
    }
    const answered = toProof(await names.over(...span), names.last, "name servers")
    if (!answered.alive) return answered
    const honest = await proving
    return holds(part, honest) ? answered : unproven(honest, part.last, "name servers")
  }

  async function proveHttp({ isPlain }: Dependency): Promise<Proof | null> {
    if (!isPlain || options.pages.length === 0) return null
    const honest = await honesty.http.next()
    return honest.isFalse ? unproven(honest, honest, "HTTP") : null
  }

  function placeOf(peers: string[]): "here" | "near" | "elsewhere" {
    const places = peers.map(neighbors.networkOf)
    if (places.length === 0 || places.includes(null)) return "elsewhere"
    return places.every((place) => place === "here") ? "here" : "near"
  }

  /** What speaks right now, by the slow pulse, against a part; null if nothing does. */
  function doubtFamily(family: Family): Proof | null {
    const part = honesty.families[family]
    const honest = part.current()
    if (honest === null || honest.alive || part.isGivenUp(honest)) return null
    const { code } = honest.finding ?? {}
    // Inspected TLS and a wrong clock leave connections as they are.
    const isAnswered = code === "no_honest_anchor" && families[family].last?.alive === true
    return code === "portal" || isAnswered ? unproven(honest, honest, family) : null
  }

  return {
    honesty,
    /** Make sure that proofs exist shortly before an attempt; a part that is down needs none, as none could help. */
    async prepare(startsInMs: number): Promise<void> {
      const up = bothFamilies.filter((family) => families[family].last?.alive === true)
      await honesty.prepare(startsInMs, names.last?.alive === true ? [...up, "names"] : up)
    },
    /**
     * Resolves once all parts were probed; from then on they are probed each second until disposed.
     *
     * @param isPing probe with pings too.
     */
    async watch(isPing: boolean): Promise<Disposable> {
      const parts = partsOf(isPing)
      const stops = parts.map((part) => part.watch())
      await Promise.all(parts.map((part) => part.next()))
      return {
        [Symbol.dispose]() {
          for (const stop of stops) stop()
        },
      }
    },
    /** Probe all parts right now, for an attempt that starts now. */
    mark(isPing: boolean): void {
      for (const part of partsOf(isPing)) part.mark()
    },
    /** Note that a target answered, and to a ping; learn whether the anchors do. */
    noteReply(family: Family): void {
      replies[family].noteTarget()
    },
    noteNeighbor: neighbors.note,
    /** Name servers to ask: without those that are known to be wrong while another is right. */
    honestServers: honesty.names.honest,
    /** Whether it was up when last probed; probes again in the background when that is stale. */
    wasAlive(family: Family): boolean {
      const { last } = families[family]
      if (last === undefined || clock.monotonicMs() - last.fromMs > staleMs) {
        void families[family].next()
      }
      return last?.alive === true
    },
    /** The state right now; null if the failure does not depend on egress. */
    async now(needs: Dependency): Promise<Proof | null> {
      if (anchors.length === 0 || placeOf(needs.peers) !== "elsewhere") return null
      const asked = needs.family === null ? bothFamilies : [needs.family]
      const [states, named] = await Promise.all([
        Promise.all(
          asked.map(async (family): Promise<Proof> => {
            const part = honesty.families[family]
            const [sample, honest] = await Promise.all([families[family].next(), part.next()])
            const up = toProof(sample, sample, family)
            return !up.alive || holds(part, honest) ? up : unproven(honest, honest, family)
          }),
        ),
        needs.names === "honest" && servers.length > 0 ? honesty.names.next() : null,
      ])
      if (named !== null && !holds(honesty.names, named)) {
        return unproven(named, named, "name servers")
      }
      return states.find(({ alive }) => alive) ?? states[0] ?? null
    },
    /** Whether it was up and honest from before an attempt started until after it ended, on the monotonic clock. */
    async prove(needs: Dependency, ...span: Span): Promise<Proof> {
      const { family, isPing } = needs
      const all = await Promise.all([
        provePath(needs, ...span),
        proveNames(needs, ...span),
        proveHttp(needs),
        isPing && family !== null && placeOf(needs.peers) !== "here"
          ? provePings(family, ...span)
          : null,
      ])
      return (
        all.find((proof) => proof?.alive === false) ?? all.find((proof) => proof !== null) ?? proved
      )
    },
    /** What speaks right now against a good answer, by the slow pulse alone; null if nothing does. */
    doubt(needs: Dependency): Proof | null {
      if (placeOf(needs.peers) !== "elsewhere") return null
      const { family, names: named, given, isPlain, path } = needs
      const lies = honesty.names.current()
      const isInvented = given.some(honesty.names.isInvented)
      if (named !== null && (isInvented || lies?.isFalse)) {
        return unproven(lies, lies ?? undefined, "name servers")
      }
      const portal = isPlain ? honesty.http.current() : null
      if (portal?.isFalse) return unproven(portal, portal, "HTTP")
      return path === null || family === null ? null : doubtFamily(family)
    },
  }
}

type Path = "alive" | "verified"
const bothFamilies: readonly Family[] = [4, 6]

const proved: Proof = { alive: true, isBack: true, samples: [], part: null }

/** Whether a part was honest, or can never be here. */
const holds = (part: Pick<HonestPart, "isGivenUp">, honest: TakenProof | null): boolean =>
  honest !== null && (honest.alive || part.isGivenUp(honest))

const toProof = (sample: Sample | null, last: Sample | undefined, part: Part): Proof => ({
  alive: sample?.alive === true,
  isBack: last?.alive === true,
  samples: sample?.samples ?? last?.samples ?? [],
  part,
})

const unproven = (
  honest: TakenProof | null | undefined,
  last: TakenProof | undefined,
  part: Part,
): Proof => ({
  alive: false,
  isBack: last?.alive === true,
  samples: (honest ?? last)?.samples ?? [],
  part,
  finding: (honest ?? last)?.finding ?? null,
})
