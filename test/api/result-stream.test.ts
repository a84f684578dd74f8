import { expect, test } from "vitest"
import { createStream } from "../../src/graphql/stream.ts"

/** A source that gives what it is told to, and notes when it is left. */
function makeSource() {
  const waiting: ((value: IteratorResult<{ data: { n: number } }>) => void)[] = []
  const failing: ((error: Error) => void)[] = []
  const source = {
    returns: 0,
    next: () =>
      new Promise<IteratorResult<{ data: { n: number } }>>((resolve, reject) => {
        waiting.push(resolve)
        failing.push(reject)
      }),
    return() {
      source.returns += 1
      return Promise.resolve({ done: true as const, value: undefined })
    },
  }
  const stream = createStream(
    source,
    (result) => result as object,
    (error) => ({ errors: [{ message: String(error) }] }),
  )
  return {
    source,
    stream,
    give: (n: number) => waiting.shift()?.({ done: false, value: { data: { n } } }),
    finish: () => waiting.shift()?.({ done: true, value: undefined }),
    fail: (error: Error) => failing.shift()?.(error),
  }
}

const over = { done: true, value: undefined }
const failed = { done: false, value: { errors: [{ message: "Error: no more" }] } }

test("results pass through, and the end of the source is the end of the stream", async () => {
  const { stream, give, finish } = makeSource()
  const first = stream.next()
  give(1)
  expect(await first).toEqual({ done: false, value: { data: { n: 1 } } })
  const last = stream.next()
  finish()
  expect(await last).toEqual(over)
  expect(await stream.next()).toEqual(over)
  await stream.ended
})

test("a source that fails becomes a last result", async () => {
  const { stream, source, fail } = makeSource()
  const first = stream.next()
  fail(new Error("no more"))
  expect(await first).toEqual(failed)
  expect(await stream.next()).toEqual(over)
  expect(source.returns).toBe(1)
  await stream.ended
})

test("an end from outside reaches a waiting reader, and one that comes later", async () => {
  for (const isWaiting of [true, false]) {
    const { stream, source, give } = makeSource()
    const early = isWaiting ? stream.next() : null
    stream.end(new Error("no more"))
    expect(await (early ?? stream.next())).toEqual(failed)
    give(1)
    expect(await stream.next()).toEqual(over)
    expect(source.returns).toBe(1)
    await stream.ended
  }
})

test("an end without an error only completes", async () => {
  const { stream } = makeSource()
  const waiting = stream.next()
  stream.end()
  stream.end(new Error("too late"))
  expect(await waiting).toEqual(over)
  await stream.ended
})

test("a reader that leaves is let go and lets the source go", async () => {
  const { stream, source } = makeSource()
  const waiting = stream.next()
  expect(await stream.return()).toEqual(over)
  expect(await waiting).toEqual(over)
  expect(source.returns).toBe(1)
  stream.end(new Error("nobody is there"))
  expect(await stream.next()).toEqual(over)
})
