import type { EgressVerdict } from "./egress.ts"

/** A ping may be lost, or its reply come late to a busy prober: one says nothing. */
const lostPings = 3

/**
 * Learns whether the anchors of one family reply to pings. They are taken to ignore them only after three lost pings,
 * each between two replies of targets.
 *
 * @param ping never rejects.
 */
export function createAnchorReplies(ping: () => Promise<EgressVerdict>) {
  let isReplying = false
  let isAsking = false
  let isLost = false
  let lost = 0
  const doIgnore = () => !isReplying && lost >= lostPings
  return {
    /** Whether a target replied to a ping while the anchors reply to none: their silence proves nothing. */
    doIgnore,
    noteAnchors({ alive }: EgressVerdict): void {
      isReplying ||= alive
    },
    noteTarget(): void {
      if (isReplying || isAsking) return
      if (isLost) lost += 1
      isLost = false
      if (doIgnore()) return
      isAsking = true
      void ping().then(({ alive }) => {
        isAsking = false
        isReplying ||= alive
        isLost = !alive
      })
    },
  }
}
