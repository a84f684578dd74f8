import { asWritten, type Finding } from "../../src/findings/finding.ts"
import fc from "fast-check"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { Message, PageMessage, Sending } from "../../src/channels/message.ts"
import { newId } from "../../src/platform/id.ts"
import { listenHttp } from "./listeners.ts"
import type { World, testEnv } from "./world.ts"

export type EventLog = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  /** The JSON body, or the members of a form, parsed as JSON if possible. */
  body: Record<string, unknown>
}

/** A fake provider that records requests and returns the given responses. */
export async function startProvider(
  answer: (heard: EventLog, index: number) => { status?: number; headers?: object; body?: unknown },
) {
  const heard: EventLog[] = []
  const listener = await listenHttp((request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const raw = Buffer.concat(chunks)
      const { method = "", url: path = "", headers } = request
      const one = { method, path, headers, raw, body: read(raw, headers["content-type"] ?? "") }
      heard.push(one)
      const { status = 200, headers: more = {}, body = "" } = answer(one, heard.length - 1)
      const isText = typeof body === "string"
      response.writeHead(status, {
        "content-type": isText ? "text/plain" : "application/json",
        ...more,
      })
      response.end(isText ? body : JSON.stringify(body))
    })
  })
  return { url: `http://127.0.0.1:${listener.port}`, heard }
}

function read(raw: Buffer, type: string): Record<string, unknown> {
  if (type.startsWith("application/json")) return JSON.parse(raw.toString())
  if (!type.startsWith("application/x-www-form-urlencoded")) return {}
  return Object.fromEntries(
    [...new URLSearchParams(raw.toString())].map(([name, value]) => [
      name,
      /^[[{]/.test(value) ? JSON.parse(value) : value,
    ]),
  )
}

/** What a sender gets in addition to its message. */
export const sendingOf = (
  world: World,
  env: Partial<typeof testEnv> = {},
  more: Partial<Sending> = {},
): Sending => ({
  services: { ...world.services, env: { ...world.services.env, ...env } },
  deliveryId: newId(),
  previousReceipt: null,
  signal: AbortSignal.timeout(10_000),
  ...more,
})

export const page = (more: Partial<PageMessage> = {}): PageMessage => ({
  kind: "page",
  event: "alert.created",
  flap: null,
  alertId: "01890000-0000-7000-8000-000000000001",
  number: 12,
  title: asWritten("shop is down"),
  description: [asWritten("GET https://shop.example/ answered 500.")],
  severity: "high",
  state: "triggered",
  by: null,
  isMonitorDeleted: false,
  projectName: "Shop",
  startedAt: new Date("2026-11-21T19:30:00Z"),
  url: "https://watch.example/projects/p/incidents/i",
  reason: [
    {
      code: "on_call_until",
      parameters: { people: ["Ana"], rotation: "Primary", until: "2026-11-22T08:00:00.000Z" },
    },
  ],
  others: { listed: [], rest: 0 },
  acknowledgeUrl: "https://watch.example/acknowledge/t0ken",
  ...more,
})

/** With types of their own: inferring them from the union of all findings is slow. */
const written = (text: string): Finding[] => [asWritten(text)]
type Listed = PageMessage["others"]["listed"][number]

/** Pages with hostile names, texts and lists. */
export const anyPage: fc.Arbitrary<PageMessage> = fc
  .record({
    title: fc.string({ unit: "binary", maxLength: 6000 }),
    description: fc.string({ unit: "grapheme", maxLength: 6000 }).map(written),
    reason: fc.string({ maxLength: 6000 }).map(written),
    projectName: fc.string({ unit: fc.constantFrom("&", "<", "*", "\\"), maxLength: 300 }),
    state: fc.constantFrom("triggered" as const, "acknowledged" as const, "resolved" as const),
    by: fc.option(fc.string({ maxLength: 300 })),
    others: fc.record({
      rest: fc.nat(1000),
      listed: fc.array(
        fc
          .tuple(fc.nat(), fc.string({ maxLength: 300 }))
          .map(([number, title]): Listed => ({ number, title: asWritten(title) })),
        {
          maxLength: 30,
        },
      ),
    }),
  })
  .map(({ title, ...members }) => page({ ...members, title: asWritten(title) }))

export const code: Message = {
  kind: "code",
  code: "123456",
  expiresAt: new Date("2026-11-21T19:45:00Z"),
  owner: "Shop",
  verifyUrl: null,
}
