import type { IncomingMessage, ServerResponse } from "node:http"
import { mailDoorLink } from "../../graphql/status-page/mail-door-link.ts"
import { isPassword } from "../../graphql/status-page/password.ts"
import { networkOf } from "../../peer.ts"
import type { Services } from "../../services.ts"
import { readForm } from "../form.ts"
import { createSharedPace } from "../shared-pace.ts"
import { cut, inertLine } from "../xml.ts"
import type { DoorAnswer } from "./door.ts"
import { renderDoor } from "./door.ts"
import { originOfHost } from "./hosts.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"
import type { Doorway } from "./sight.ts"
import { fill } from "./speech.ts"
import type { createTickets } from "./ticket.ts"

const limit = { tries: 10, windowMs: 60_000 }
/** Passwords that wait for their turn; some four seconds. */
const mostWaiting = 50

type Asked = { req: IncomingMessage; res: ServerResponse; peer: string }

/** Lets in who knows the password or shows a mailed link; from one network only so often. */
export function createKnock(services: Services, tickets: ReturnType<typeof createTickets>) {
  const pace = createSharedPace(services, "knock", limit)
  const baseUrl = services.env.BASE_URL
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** One after another: each takes 32 MiB and one of the few threads that everything else shares. */
  function isRight(password: string, hash: string): Promise<boolean> {
    waiting += 1
    const mine = turn.then(() => isPassword(password, hash)).finally(() => (waiting -= 1))
    turn = mine.catch(() => undefined)
    return mine
  }

  async function answerTo(
    req: IncomingMessage,
    entrance: Doorway,
    setting: Setting,
  ): Promise<DoorAnswer | "in"> {
    const { door } = entrance
    const form = await readForm(req)
    if (door.kind === "password") {
      const password = form?.get("password") ?? ""
      if (waiting >= mostWaiting) return "too_often"
      const isIn = password.length <= 200 && (await isRight(password, door.passwordHash))
      return isIn ? "in" : "wrong"
    }
    const { emailDomains } = door
    const notice = noticeOf(entrance, setting, originOf(req, setting))
    const address = form?.get("email") ?? ""
    await mailDoorLink(services, { page: entrance, emailDomains, address, notice })
    return "link_sent"
  }

  function noticeOf(entrance: Doorway, setting: Setting, origin: string) {
    const { words } = setting.speech
    const token = tickets.linkToken(entrance)
    return {
      subject: fill(words.linkSubject, { name: cut(inertLine(entrance.name), 60) }),
      paragraphs: [words.linkAbout],
      link: { label: words.openPage, url: `${origin}${setting.path}/door?token=${token}` },
      unsubscribeUrl: null,
    }
  }

  /** Where the visitor is, so that what the link sets is set there; a page's own domain has been proved. */
  function originOf({ headers }: IncomingMessage, { path }: Setting): string {
    const own = path === "" ? originOfHost(services.env, headers.host) : null
    return own ?? baseUrl
  }

  function letIn(res: ServerResponse, entrance: Doorway, setting: Setting): void {
    const headers = { location: hrefOf(setting, ""), "set-cookie": tickets.issue(entrance) }
    res.writeHead(303, { ...headers, "cache-control": "no-store" }).end()
  }

  return {
    /** What a door's form sends. */
    async knock({ req, res, peer }: Asked, entrance: Doorway, setting: Setting): Promise<void> {
      const waitMs = await pace(networkOf(peer))
      const answer = waitMs > 0 ? "too_often" : await answerTo(req, entrance, setting)
      if (answer === "too_often") {
        res.setHeader("retry-after", String(Math.max(1, Math.ceil(waitMs / 1000))))
      }
      if (answer === "in") letIn(res, entrance, setting)
      else sendDoor(req, res, { entrance, setting, answer, baseUrl })
    },
    /** Whoever opens a mailed link. */
    openLink(
      { req, res }: Pick<Asked, "req" | "res">,
      entrance: Doorway,
      setting: Setting,
      token: string,
    ): void {
      const isGood = entrance.door.kind === "email" && tickets.isLinkGood(token, entrance)
      if (isGood) letIn(res, entrance, setting)
      else sendDoor(req, res, { entrance, setting, answer: "old_link", baseUrl })
    },
  }
}

const statuses: Record<DoorAnswer, number> = {
  wrong: 403,
  too_often: 429,
  link_sent: 200,
  old_link: 403,
}

type Shown = {
  entrance: Doorway
  setting: Setting
  /** What came of the last try; null for who comes for the first time. */
  answer: DoorAnswer | null
  baseUrl: string
}

export function sendDoor(
  req: IncomingMessage,
  res: ServerResponse,
  { entrance: { door }, setting, answer, baseUrl }: Shown,
): void {
  const { text, policy } = renderDoor(setting, door.kind, answer, baseUrl)
  res.writeHead(answer === null ? 403 : statuses[answer], {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-length": Buffer.byteLength(text),
  })
  res.end(req.method === "HEAD" ? undefined : text)
}
