/**
 * Server-sent events in the manner of graphql-sse's distinct connections: `next` for each result, `complete`
 * at the end, comments in between. Nothing is pulled before its reader has room for it.
 */
export function eventsOf(results: AsyncIterator<unknown, unknown>, keepAliveMs: number): Response {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Some readers show nothing until the first bytes arrive.
      controller.enqueue(encoder.encode(":\n\n"))
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"))
      }, keepAliveMs)
    },
    async pull(controller) {
      const { done, value } = await results.next()
      if (done === true) {
        clearInterval(timer)
        controller.enqueue(encoder.encode("event: complete\ndata:\n\n"))
        controller.close()
      } else {
        controller.enqueue(encoder.encode(`event: next\ndata: ${JSON.stringify(value)}\n\n`))
      }
    },
    async cancel() {
      clearInterval(timer)
      await results.return?.()
    },
  })
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      // nginx would otherwise hold events back.
      "x-accel-buffering": "no",
    },
  })
}
