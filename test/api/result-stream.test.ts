import { expect, test } from "vitest"
import { createStream, fromIterator } from "../../src/graphql/live/stream.ts"

/** A source controlled by the test, which records when it is released. */
function makeSource() {
  let asked = Promise.withResolvers<PromiseWithResolvers<IteratorResult<{ data: { n: number } }>>>()
  const source = {
    returns: 0,
    next() {
      const step = Promise.withResolvers<IteratorResult<{ data: { n: number } }>>()
      asked.resolve(step)
      return step.promise
    },
    return() {
      source.returns += 1
      return Promise.resolve({ done: true as const, value: undefined })
    },
  }
  const stream = createStream(
    fromIterator(source, (result) => result as object),
    (error) => ({ errors: [{ message: String(error) }] }),
  )
  /** The next request after an event, once it is made. */
  async function question() {
    const step = await asked.promise
    asked = Promise.withResolvers()
    return step
  }
  return {
    source,
    stream,
    question,
    give: async (n: number) => (await question()).resolve({ done: false, value: { data: { n } } }),
    finish: async () => (await question()).resolve({ done: true, value: undefined }),
    fail: async (error: Error) => (await question()).reject(error),
  }
}

/** Records what it receives, with a limited buffer. */
function makeReader(room = Number.POSITIVE_INFINITY) {
  const received: unknown[] = []
  const reader = {
    received,
    room,
    take(result: unknown) {
      received.push(result)
      reader.room -= 1
      return reader.room > 0
    },
    done: () => void received.push("done"),
  }
  return reader
}

const one = { data: { n: 1 } }
const two = { data: { n: 2 } }
const failed = { errors: [{ message: "Error: no more" }] }

test("passes results through and ends with its source", async () => {
  const { stream, give, finish } = makeSource()
  const reader = makeReader()
  stream.start(reader)
  await give(1)
  await give(2)
  await finish()
  await stream.ended
  expect(reader.received).toEqual([one, two, "done"])
})

test("pulls nothing while its reader's buffer is full", async () => {
  const { stream, source, give, question } = makeSource()
  const reader = makeReader(1)
  stream.start(reader)
  await give(1)
  const next = question()
  let isAsked = false
  void next.then(() => (isAsked = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect([isAsked, source.returns]).toEqual([false, 0])
  stream.resume()
  const step = await next
  step.resolve({ done: false, value: two })
  await new Promise((resolve) => setImmediate(resolve))
  expect(reader.received).toEqual([one, two])
})

test("turns a failure of the source into a last result", async () => {
  const { stream, source, fail } = makeSource()
  const reader = makeReader()
  stream.start(reader)
  await fail(new Error("no more"))
  await stream.ended
  expect(reader.received).toEqual([failed, "done"])
  expect(source.returns).toBe(1)
})

test("delivers an end from outside, also to a reader that starts later", async () => {
  for (const isEarly of [true, false]) {
    const { stream, source, question } = makeSource()
    const reader = makeReader()
    if (isEarly) stream.start(reader)
    stream.end(new Error("no more"))
    stream.end(new Error("too late"))
    if (!isEarly) stream.start(reader)
    await stream.ended
    if (isEarly) (await question()).resolve({ done: false, value: one })
    await new Promise((resolve) => setImmediate(resolve))
    expect(reader.received).toEqual([failed, "done"])
    expect(source.returns).toBe(isEarly ? 1 : 0)
  }
})

test("only completes when it ends without an error", async () => {
  const { stream } = makeSource()
  const reader = makeReader()
  stream.start(reader)
  stream.end()
  stream.end(new Error("too late"))
  await stream.ended
  expect(reader.received).toEqual(["done"])
})

test("releases the source when its reader leaves", async () => {
  const { stream, source, question } = makeSource()
  const reader = makeReader()
  stream.start(reader)
  stream.leave()
  await stream.ended
  stream.end(new Error("nobody is there"))
  ;(await question()).resolve({ done: false, value: one })
  await new Promise((resolve) => setImmediate(resolve))
  expect(reader.received).toEqual([])
  expect(source.returns).toBe(1)
})
