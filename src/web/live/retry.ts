/** Half a second to ten seconds with jitter, so that not all clients reconnect to a restarted server at once. */
export function retryMs(retries: number): number {
  const ms = Math.min(500 * 2 ** Math.min(retries, 6), 10_000)
  return ms / 2 + Math.random() * (ms / 2)
}

/** The same wait, which ends early when the browser is online again. */
export function waitBeforeRetry(retries: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, retryMs(retries))
    function done() {
      clearTimeout(timer)
      window.removeEventListener("online", done)
      resolve()
    }
    window.addEventListener("online", done)
  })
}
