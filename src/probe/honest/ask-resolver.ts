import { randomBytes } from "node:crypto"
import type { Answer } from "dns-packet"
import { ask } from "../dns/ask.ts"
import type { Question } from "../dns/dns-message.ts"
import type { Server } from "../dns/server.ts"

/** A name whose addresses are known; none for the root, whose name servers are. */
export type KnownName = { name: string; addresses: string[] }

/** What one name server showed when asked for what is known. */
export type ResolverReply = {
  server: string
  hasAnswered: boolean
  /** Whether it knows the root, or one of the names. */
  knows: { root: boolean; names: boolean }
  /** Whether it gave different names one address that they do not have. */
  isLying: boolean
  /** Whether it answered that the root has no name servers. */
  deniesRoot: boolean
  /** Addresses that it gave to a name that does not exist. */
  inventions: string[]
}

type Said = { rcode: string; answers: Answer[] } | null

/**
 * Ask one name server for the root's name servers, for names whose addresses are known, and for one that cannot
 * exist. Never rejects.
 */
export async function askResolver(
  server: Server,
  names: KnownName[],
  signal: AbortSignal,
): Promise<ResolverReply> {
  const say = async (question: Question): Promise<Said> => {
    const asked = await ask([server], question, signal)
    return asked.server === null ? null : asked.message
  }
  const root = names.some(({ name }) => name === ".")
  const others = names.filter(({ name }) => name !== ".")
  // Below a domain without wildcards. A random top-level name would burden the root.
  const missing = `${randomBytes(8).toString("hex")}.example.com`
  const [rootSaid, missingSaid, ...said] = await Promise.all([
    root ? say({ name: ".", type: "NS" }) : null,
    say({ name: missing, type: "A" }),
    ...others.map(({ name }) => say({ name, type: "A" })),
  ])
  const given = said.map((one) => addressesOf(one))
  const isRight = others.map(({ addresses }, at) =>
    (given[at] ?? []).some((one) => addresses.includes(one)),
  )
  const wrong = given.filter((addresses, at) => addresses.length > 0 && isRight[at] !== true)
  return {
    server: server.text,
    hasAnswered: [rootSaid, missingSaid, ...said].some((one) => one !== null),
    knows: { root: isRoot(rootSaid), names: isRight.includes(true) },
    isLying: !isRight.includes(true) && shareOne(wrong),
    deniesRoot: rootSaid !== null && !isRoot(rootSaid),
    inventions: addressesOf(missingSaid),
  }
}

/** Addresses by which filters block a name are no lies about all names. */
const blocked = /^(?:0\.|127\.)/

function addressesOf(said: Said): string[] {
  const answers = said?.answers ?? []
  return answers.flatMap((one) => (one.type === "A" && !blocked.test(one.data) ? [one.data] : []))
}

const isRoot = (said: Said): boolean =>
  (said?.answers ?? []).some(
    (one) => one.type === "NS" && /^[a-m]\.root-servers\.net\.?$/i.test(one.data),
  )

/** Whether different names got the same address, as from a portal. */
function shareOne(given: string[][]): boolean {
  const all = given.flatMap((addresses) => [...new Set(addresses)])
  return new Set(all).size < all.length
}
