import type { IncomingMessage, ServerResponse } from "node:http"
import { isPassword } from "../../graphql/status-page/password.ts"
import { networkOf } from "../../peer.ts"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"
import { createPace } from "../pace.ts"
import type { DoorFault } from "./door.ts"
import { renderDoor } from "./door.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"
import type { Entrance } from "./sight.ts"
import type { createTickets } from "./ticket.ts"

const triesAMinute = 10
/** Each takes 32 MiB and one of the few threads that everything else shares. */
const triesAtOnce = 2

/** Lets in who knows the password; from one network only so often. */
export function createKnock(services: Services, tickets: ReturnType<typeof createTickets>) {
  const pace = createPace(triesAMinute, 60_000, 10_000)
  let trying = 0

  return async (
    { req, res, peer }: { req: IncomingMessage; res: ServerResponse; peer: string },
    entrance: Entrance,
    setting: Setting,
  ): Promise<void> => {
    const waitMs = pace(networkOf(peer), services.clock.monotonicMs())
    if (waitMs > 0 || trying >= triesAtOnce) {
      res.setHeader("retry-after", String(Math.max(1, Math.ceil(waitMs / 1000))))
      sendDoor(req, res, setting, "too_often")
      return
    }
    trying += 1
    const isIn = await isRight(req, entrance).finally(() => (trying -= 1))
    if (!isIn) {
      sendDoor(req, res, setting, "wrong")
      return
    }
    const headers = { location: hrefOf(setting, ""), "set-cookie": tickets.issue(entrance) }
    res.writeHead(303, { ...headers, "cache-control": "no-store" }).end()
  }
}

async function isRight(req: IncomingMessage, { door }: Entrance): Promise<boolean> {
  const password = (await readForm(req))?.get("password") ?? ""
  return password.length <= 200 && isPassword(password, door.passwordHash)
}

const statuses: Record<DoorFault, number> = { wrong: 403, too_often: 429 }

/** @param fault what was wrong with the last try; null for who comes for the first time. */
export function sendDoor(
  req: IncomingMessage,
  res: ServerResponse,
  setting: Setting,
  fault: DoorFault | null,
): void {
  const { text, policy } = renderDoor(setting, fault)
  res.writeHead(fault === null ? 403 : statuses[fault], {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(text),
  })
  res.end(req.method === "HEAD" ? undefined : text)
}
