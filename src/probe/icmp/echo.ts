import type { IcmpFault } from "../../findings/codes/kinds.ts"
import type { Finding } from "../../findings/finding.ts"
import type { Address } from "../probe.ts"
import type { Line, Lines } from "./icmp-socket.ts"

export type EchoResult =
  | { kind: "answered"; address: string; roundTripMs: number }
  /** No reply after this many echoes. */
  | { kind: "silent"; echos: number }
  | { kind: "unreachable"; said: (IcmpFault & { address: string })[] }
  /** An error of our own, as a clause. */
  | { kind: "broken"; why: Finding }

export type Candidate = Address & { line: Line }

const echosEach = 3
const pauseMs = 200
const loopback = { 4: "127.0.0.1", 6: "::1" } as const

/** The system refuses to send: no route, or a local filter. */
const routeFaults = new Set([
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EACCES",
  "EPERM",
])

/**
 * Up to three echoes to each address in turn, 200 ms apart; the first reply decides. Ends on abort, or as soon as
 * every address is unreachable.
 */
export function sendEchos(
  candidates: Candidate[],
  signal: AbortSignal,
  monotonicMs: () => number,
): Promise<EchoResult> {
  return new Promise((resolve) => {
    const endings: (() => void)[] = []
    const lost = new Map<string, IcmpFault>()
    let echos = 0
    let controls = 0

    const finish = (result: EchoResult) => {
      for (const end of endings.splice(0)) end()
      resolve(result)
    }
    const giveUp = () => {
      const isDeaf = controls > 0 && candidates.every(({ line }) => !line.hasHeard())
      finish(isDeaf ? { kind: "broken", why: deaf } : { kind: "silent", echos })
    }
    const lose = (address: string, why: IcmpFault) => {
      lost.set(address, why)
      if (candidates.every((one) => lost.has(one.address))) {
        const said = [...lost].map(([lostAddress, one]) => ({ ...one, address: lostAddress }))
        finish({ kind: "unreachable", said })
      }
    }

    const send = ({ line, address }: Candidate) => {
      const fromMs = monotonicMs()
      echos += 1
      const stop = line.transmit(address, {
        onAnswer(answer) {
          if (answer.kind === "unreachable") lose(address, answer.why)
          else finish({ kind: "answered", address, roundTripMs: monotonicMs() - fromMs })
        },
        onFault(code) {
          if (routeFaults.has(code))
            return lose(address, { fault: "other", icmpCode: null, words: code })
          finish({
            kind: "broken",
            why: { code: "echo_not_sent", parameters: { errorCode: code } },
          })
        },
      })
      endings.push(stop)
    }

    /** If no reply was ever received, pings loopback to learn whether replies reach this process. */
    const listen = () => {
      for (const { line, family } of candidates) {
        if (line.hasHeard()) continue
        controls += 1
        const onFault = () => {
          controls -= 1
        }
        endings.push(line.transmit(loopback[family], { onAnswer: () => undefined, onFault }))
      }
    }

    const turn = (round: number) => {
      const candidate = candidates[round % candidates.length]
      if (candidate === undefined || round >= candidates.length * echosEach) return listen()
      if (!lost.has(candidate.address)) send(candidate)
      const timer = setTimeout(turn, pauseMs, round + 1)
      endings.push(() => clearTimeout(timer))
    }

    for (const line of new Set(candidates.map((one) => one.line))) endings.push(line.hold())
    if (signal.aborted) return giveUp()
    signal.addEventListener("abort", giveUp, { once: true })
    endings.push(() => signal.removeEventListener("abort", giveUp))
    turn(0)
  })
}

const deaf: Finding = { code: "icmp_deaf", parameters: {} }

/** Addresses whose family has a socket, and the errors of the other families. */
export async function withLines(
  addresses: Address[],
  lines: Lines,
): Promise<{ candidates: Candidate[]; refused: string[] }> {
  const candidates: Candidate[] = []
  const refused: string[] = []
  for (const one of addresses) {
    const line = await lines.get(one.family)
    if ("refused" in line) refused.push(...line.refused)
    else candidates.push({ ...one, line })
  }
  return { candidates, refused }
}
