import { expect, test } from "vitest"
import { createAnchorReplies } from "../../src/probe/anchor-replies.ts"

/** Anchors that answer the pings in turn; the last answer is repeated. */
function anchors(...answers: boolean[]) {
  let pings = 0
  const replies = createAnchorReplies(() => {
    const alive = answers[Math.min(pings, answers.length - 1)] ?? false
    pings += 1
    return Promise.resolve({ alive, samples: [] })
  })
  return {
    ...replies,
    pings: () => pings,
    async targetReplies(): Promise<boolean> {
      replies.noteTarget()
      await Promise.resolve()
      return replies.doIgnore()
    },
  }
}

test("anchors ignore pings only when three were lost, each between two replies of targets", async () => {
  const { targetReplies, pings } = anchors(false)
  const ignore: boolean[] = []
  for (let reply = 0; reply < 5; reply += 1) ignore.push(await targetReplies())
  expect(ignore).toEqual([false, false, false, true, true])
  expect(pings()).toBe(3)
})

test("one lost ping proves nothing: the next target asks again, until anchors reply", async () => {
  const { targetReplies, pings } = anchors(false, true)
  for (let reply = 0; reply < 6; reply += 1) expect(await targetReplies()).toBe(false)
  expect(pings()).toBe(2)
})

test("anchors that reply later are believed again", async () => {
  const { targetReplies, doIgnore, noteAnchors } = anchors(false)
  for (let reply = 0; reply < 4; reply += 1) await targetReplies()
  expect(doIgnore()).toBe(true)
  noteAnchors({ alive: true, samples: [] })
  expect(doIgnore()).toBe(false)
})
