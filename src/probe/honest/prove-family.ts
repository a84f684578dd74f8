import type { SecureContext } from "node:tls"
import type { Clock } from "../../platform/clock.ts"
import { mayBe, parseAnchor, type Anchor } from "../anchor.ts"
import type { Family } from "../family.ts"
import { askAnchor, type AnchorReply, type AnchorState } from "./ask-anchor.ts"
import type { NetworkFinding } from "./finding.ts"
import type { Honesty } from "./proofs.ts"

/** A full flight over a slow line takes most of a second, five at once more than three. */
const timeoutMs = 3000
const atOnce = 2
/** A silent anchor keeps the others from being asked no longer than this. */
const nextAfterMs = 1000
const longestMs = 4500
/** What an anchor showed longer ago says nothing about now. */
const keepMs = 150_000

/** Answers that an honest network does not bring. */
const lies: ReadonlySet<AnchorState> = new Set<AnchorState>([
  "untrusted",
  "wrong_name",
  "out_of_date",
  "foreign",
])

type Options = {
  anchors: string[]
  family: Family
  context: SecureContext
  clock: Pick<Clock, "monotonicMs">
}

/**
 * Proves one family by its anchors, two at a time and others at each call, until one is honest; or, with `isWhole`,
 * by all of them. One honest anchor suffices, unless most of them showed what an honest network does not bring.
 */
export function createFamilyProof({ anchors, family, context, clock }: Options) {
  const all = anchors.filter((one) => mayBe(one, family)).flatMap((one) => parseAnchor(one) ?? [])
  const known = new Map<string, AnchorReply & { atMs: number }>()
  let turn = 0
  let wasFull = false

  /** Once an anchor has answered in full size, a short answer leaves the path's size open. */
  const isHonest = ({ state, isFull }: AnchorReply) => state === "honest" && (isFull || !wasFull)

  function inTurn(): Anchor[] {
    const from = all.length === 0 ? 0 : turn % all.length
    turn += atOnce
    return [...all.slice(from), ...all.slice(0, from)]
  }

  async function askInTurn(isWhole: boolean): Promise<AnchorReply[]> {
    const won = new AbortController()
    const deadline = AbortSignal.timeout(longestMs)
    const left = inTurn()
    const replies: AnchorReply[] = []
    const asking = new Set<Promise<void>>()
    function askNext(): void {
      const anchor = left.shift()
      if (anchor === undefined || won.signal.aborted || deadline.aborted) return
      const work = ask(anchor).finally(() => asking.delete(work))
      asking.add(work)
    }
    async function ask(anchor: Anchor): Promise<void> {
      let isSlow = false
      const slow = setTimeout(() => {
        isSlow = true
        askNext()
      }, nextAfterMs)
      const signal = AbortSignal.any([won.signal, deadline, AbortSignal.timeout(timeoutMs)])
      const reply = await askAnchor(anchor, { family, context, signal, clock })
      clearTimeout(slow)
      if (won.signal.aborted) return
      note(reply, replies)
      if (!isWhole && isHonest(reply)) won.abort()
      else if (!isSlow) askNext()
    }
    for (let count = 0; count < atOnce; count += 1) askNext()
    while (asking.size > 0) await Promise.race(asking)
    return replies
  }

  function note(reply: AnchorReply, replies: AnchorReply[]): void {
    replies.push(reply)
    known.set(reply.anchor, { ...reply, atMs: clock.monotonicMs() })
    if (reply.state === "honest" && reply.isFull) wasFull = true
  }

  return {
    hasAnchors: all.length > 0,
    async prove(isWhole: boolean): Promise<Honesty> {
      const replies = await askInTurn(isWhole)
      const fromMs = clock.monotonicMs() - keepMs
      const recent = [...known.values()].filter(({ atMs }) => atMs > fromMs)
      const liars = recent.filter(({ state }) => lies.has(state))
      const isFalse = liars.length * 2 > all.length
      const alive = replies.some(isHonest) && !isFalse
      const samples = replies.map(({ anchor, state, durationMs }) => {
        return { anchor, reachable: state === "honest", durationMs }
      })
      return { alive, isFalse, samples, finding: alive ? null : findingOf(family, liars) }
    },
    /** Anchors that showed what an honest one does not: beside honest ones they are broken, not the network. */
    liars: (): string[] =>
      [...known.values()].flatMap(({ anchor, state }) => (lies.has(state) ? [anchor] : [])),
  }
}

function findingOf(family: Family, liars: AnchorReply[]): NetworkFinding {
  const has = (state: AnchorState) => liars.filter((one) => one.state === state)
  const untrusted = has("untrusted")
  const [issuer = null, ...others] = [...new Set(untrusted.map((one) => one.issuer))]
  if (liars.length === 0) return { code: "no_honest_anchor", family }
  if (has("out_of_date").length === liars.length) return { code: "clock_wrong", family }
  const isInspected = untrusted.length === liars.length && others.length === 0 && issuer !== null
  return isInspected ? { code: "tls_inspected", family, issuer } : { code: "portal", family }
}
