import { askTcp, askUdp, fault, type Fault, type Said } from "./dns-exchange.ts"
import { makeQuery, type Message, type Question } from "./dns-message.ts"
import type { Server } from "./server.ts"

export type Asked =
  | { server: Server; message: Message }
  /** The last fault of each server. */
  | { server: null; faults: (Fault & { server: Server })[] }

/** Packets get lost: without an answer, asks the next server or the same again, with growing pauses. */
const firstPauseMs = 1000

/**
 * Queries servers until one says that the name exists or does not; tries each at least once. Late answers count. If
 * all fail, or on abort, returns their faults. Never rejects.
 */
export function ask(
  servers: readonly Server[],
  question: Question,
  signal: AbortSignal,
): Promise<Asked> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const inTurn = [...servers]
    const faults = new Map<Server, Fault>()
    const open = new Set<Promise<void>>()
    let timer: NodeJS.Timeout | undefined
    let asked = 0

    const finish = (result: Asked) => {
      clearTimeout(timer)
      signal.removeEventListener("abort", giveUp)
      over.abort()
      resolve(result)
    }
    const fail = () => {
      const all = [...faults].map(([server, fault]) => ({ ...fault, server }))
      finish({ server: null, faults: all })
    }
    const giveUp = () => {
      over.abort()
      void Promise.all(open).then(fail)
    }
    const note = (server: Server, fault: Fault) => {
      if (faults.get(server)?.isProtocol !== true) faults.set(server, fault)
      if (over.signal.aborted) return
      const at = inTurn.indexOf(server)
      if (at !== -1) inTurn.splice(at, 1)
      if (inTurn.length === 0) fail()
      else next()
    }
    const next = () => {
      clearTimeout(timer)
      const server = inTurn[asked % inTurn.length]
      if (server === undefined) return fail()
      const pauseMs = firstPauseMs * 2 ** Math.floor(asked / inTurn.length)
      asked += 1
      const exchange = converse(server, question, over.signal).then((said) => {
        open.delete(exchange)
        if ("message" in said) finish({ server, message: said.message })
        else note(server, said.fault)
      })
      open.add(exchange)
      timer = setTimeout(next, pauseMs)
    }

    if (signal.aborted) return fail()
    signal.addEventListener("abort", giveUp, { once: true })
    next()
  })
}

type Settled = Exclude<Said, { truncated: true }>

/** UDP, then TCP if the answer was truncated; without EDNS0 if the server does not support it. */
async function converse(server: Server, question: Question, signal: AbortSignal): Promise<Settled> {
  const said = await exchange(server, question, signal, true)
  const isChoked =
    "message" in said &&
    !said.message.hasExtension &&
    (said.message.rcode === "FORMERR" || said.message.rcode === "NOTIMP")
  return settle(isChoked ? await exchange(server, question, signal, false) : said)
}

async function exchange(
  server: Server,
  question: Question,
  signal: AbortSignal,
  hasExtension: boolean,
): Promise<Settled> {
  const query = makeQuery(question, hasExtension)
  const said = await askUdp(server, query, signal)
  if (!("truncated" in said)) return said
  const full = await askTcp(server, query, signal)
  return "truncated" in full ? { fault: { ...fault("truncates"), isProtocol: true } } : full
}

/** NOERROR and NXDOMAIN are about the name; every other code is about the server. */
function settle(said: Settled): Settled {
  if ("fault" in said) return said
  const { rcode } = said.message
  if (rcode === "NOERROR" || rcode === "NXDOMAIN") return said
  return { fault: { ...fault("returned"), errorCode: rcode } }
}
