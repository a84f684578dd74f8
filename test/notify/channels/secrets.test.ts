import { once } from "node:events"
import { createServer, type AddressInfo } from "node:net"
import { Writable } from "node:stream"
import { pino } from "pino"
import { afterAll, expect, test } from "vitest"
import { createChannel } from "../../../src/graphql/delivery/channel/create-channel.ts"
import { updateChannel } from "../../../src/graphql/delivery/channel/update-channel.ts"
import { senders } from "../../../src/channels/senders.ts"
import { startApi } from "../../../src/api/main.ts"
import { apiEnv } from "../../support/api.ts"
import { ask } from "../../support/ask.ts"
import { codeOf } from "../../support/channels.ts"
import { startProvider } from "../../support/chat.ts"
import { lanesOf } from "../../support/queue.ts"
import { makeMember } from "../../support/people.ts"
import { makeSubscription } from "../../support/push.ts"
import { makeProject, useWorld } from "../../support/world.ts"

/** Closes every connection at once. */
const rude = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1")
await once(rude, "listening")
const nobody = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`
afterAll(() => {
  rude.close()
})
const world = useWorld({
  ...apiEnv,
  SMTP_URL: `smtp://ada:mail-secret@127.0.0.1:${(rude.address() as AddressInfo).port}`,
  MAIL_FROM: "Watchkeeper <alerts@watch.test>",
})
const account = {
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "twilio-secret",
  from: "+15005550006",
}

test("no token, code or webhook URL appears in a log, error, response or audit entry, whatever a provider does", async () => {
  const { services } = world
  const lines: string[] = []
  const heard = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  services.log = pino({ level: "trace" }, heard)
  // Many providers repeat the request in their error.
  const errorContext = await startProvider(({ path, raw }) => ({
    status: 500,
    body: `cannot ${path} ${raw.toString("latin1").slice(0, 300)}`,
  }))
  const { id: projectId } = await makeProject(world)
  const admin = await makeMember(world, projectId, "admin")
  const made: string[] = []
  const both = ["", "again"]
  for (const [round, host] of [errorContext.url, nobody].entries()) {
    Object.assign(services.env, {
      SLACK_API_URL: `${host}/api/`,
      DISCORD_API_URL: `${host}/api`,
      TWILIO_URL: { ...account, apiUrl: host },
    })
    const mark = both[round] ?? ""
    const browser = makeSubscription(`${host}/push/endpoint-secret${mark}`).settings
    const settingsOf = {
      slack_webhook: { url: `${host}/services/hook-secret${mark}` },
      slack_bot: {
        token: "xoxb-slack-secret",
        signingSecret: "5ec2e7".padEnd(32, "0"),
        channelId: `C024BE91L${round}`,
      },
      discord_webhook: {
        url: `https://discord.com/api/webhooks/11000000000000000${round}/discord-secret-of-a-hook`,
      },
      discord_bot: {
        token: "discord-secret.b.c",
        publicKey: "ab".repeat(32),
        channelId: `110000000000000000${round}`,
      },
      sms: { number: `+491511234567${round}` },
      voice: { number: `+491511234567${round}` },
      email: { address: `ada${round}@elsewhere.example` },
    } as const
    for (const [kind, settings] of Object.entries(settingsOf)) {
      const channel = { projectId, name: kind, kind: kind as keyof typeof settingsOf, settings }
      made.push((await createChannel(admin.ctx, channel)).id)
    }
    const device = { name: "Device", kind: "web_push", settings: browser } as const
    made.push((await createChannel(admin.ctx, device)).id)
    await updateChannel(admin.ctx, made.at(-8) ?? "", {
      settings: { url: `${host}/services/other-hook-secret${mark}` },
    })
    await lanesOf(world).sendDue("notice", senders)
  }
  const api = await startApi(services)
  for (const path of ["acknowledge/link-secret", "verify/link-secret", "ping/link-secret"]) {
    await fetch(`${api.address}/${path}`)
  }
  await api.stop()
  const source = `query ($id: ID!) { project(id: $id) {
    channels { edges { node { name hint lastError } } }
    deliveries { edges { node { target payload lastError receipt attempts { error responseBody } } } } } }`
  const { data, errors } = await ask(world, admin.ctx.actor, source, { id: projectId })
  expect(errors).toEqual([])
  const tables = ["delivery", "delivery_attempt", "audit_entry"]
  const rows = await Promise.all(
    tables.map((table) =>
      services.database.pool.query(`select to_jsonb(${table}) - 'body' as row from ${table}`),
    ),
  )
  const attempts = rows[1]?.rows.length ?? 0
  expect(attempts).toBe(made.length)
  const received = JSON.stringify([lines, data, rows.map((one) => one.rows)])
  const codes = await Promise.all(made.map((id) => codeOf(world, id)))
  const open = ["secret", "5ec2e7", "+4915112345"]
  expect(open.filter((one) => received.includes(one))).toEqual([])
  // Times contain six digits too.
  const words = received.replaceAll(/\d\d:\d\d:\d\d\.\d+/g, "")
  expect(codes.filter((code) => new RegExp(`\\b${code}\\b`).test(words))).toEqual([])
  expect(lines.join("")).toContain("/acknowledge/…")
})
