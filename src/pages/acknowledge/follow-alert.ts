import type { ServerResponse } from "node:http"
import { openLink } from "../../graphql/incidents/alert/acknowledge-link.ts"
import type { Services } from "../../platform/services.ts"

const beatMs = 15_000
/** A browser opens the stream again, which checks the link again. */
const lastsMs = 10 * 60_000
const mostOpen = 2000

let open = 0

/** Tells the page of a link, as server-sent events, that its alert changed. */
export async function followAlert(
  services: Services,
  res: ServerResponse,
  token: string,
  draining: AbortSignal,
): Promise<void> {
  const linked = await openLink(services, token)
  if (linked === null || draining.aborted || open >= mostOpen) {
    // A browser does not try again after this.
    res.writeHead(204).end()
    return
  }
  const { id } = linked.alert
  open += 1
  res.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  })
  const tell = () => res.write("data: changed\n\n")
  const end = () => res.end()
  const stops = [
    services.bus.subscribe("alert.changed", ({ alertId }) => {
      if (alertId === id) tell()
    }),
    services.bus.onGap(tell),
  ]
  const beat = setInterval(() => res.write(": beat\n\n"), beatMs)
  const last = setTimeout(end, lastsMs)
  draining.addEventListener("abort", end)
  res.on("close", () => {
    open -= 1
    clearInterval(beat)
    clearTimeout(last)
    draining.removeEventListener("abort", end)
    for (const stop of stops) stop()
  })
  tell()
}
