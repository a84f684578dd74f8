import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { expect, test } from "vitest"
import { createBroadcasts } from "../../src/api/broadcast.ts"
import { createStream, fromIterator } from "../../src/graphql/live/stream.ts"

const same = (result: object) => result
const answer = () => new ServerResponse(new IncomingMessage(new Socket()))

test("a viewer that disconnected while the stream was opening uses no slot", async () => {
  const broadcasts = createBroadcasts(60_000)
  const wanted = Promise.withResolvers<void>()
  async function* source() {
    await wanted.promise
    yield { data: {} }
  }
  const started = await broadcasts.open("key", () =>
    Promise.resolve(createStream(fromIterator(source(), same), () => ({}))),
  )
  if (!("broadcast" in started)) throw new Error("it streams")
  const viewer = answer()
  expect(started.broadcast.join(viewer, "192.0.2.1")).toBe(true)
  // As many as one address may open.
  for (let n = 0; n < 2000; n += 1) started.broadcast.join(answer().destroy(), "192.0.2.1")
  expect(started.broadcast.join(answer(), "192.0.2.1")).toBe(true)
  wanted.resolve()
})
