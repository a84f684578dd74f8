import { once } from "node:events"
import { createServer } from "node:http"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPolicy } from "../../src/graphql/on-call/policy/create-policy.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { useNotify } from "../support/notify.ts"
import { pagingOf } from "../support/paging.ts"
import { soon } from "../support/soon.ts"
import { expectAccessible, freePort, signUp, useBrowser, type Visitor } from "./browser.ts"

const browser = useBrowser()
const [port, slackPort] = [await freePort(), await freePort()]
const base = `http://127.0.0.1:${port}`
const api = useApi({
  ...apiEnv,
  PORT: port,
  BASE_URL: base,
  SLACK_API_URL: `http://127.0.0.1:${slackPort}/api/`,
})
useNotify(api.world)

/** What Slack was asked to post. */
const posts: string[] = []
const slack = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    posts.push(decodeURIComponent(Buffer.concat(parts).toString().replaceAll("+", " ")))
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ ok: true, channel: "C024BE91L", ts: `${posts.length}.0` }))
  })
})
const held = {} as { visitor: Visitor; projectId: string }

beforeAll(async () => {
  slack.listen(slackPort, "127.0.0.1")
  await once(slack, "listening")
  held.visitor = await browser.visit(base)
  await signUp(held.visitor, "ada@example.test", "Acme")
  held.projectId = (await api.world.services.database.prisma.project.findFirstOrThrow()).id
})
afterAll(() => {
  slack.closeAllConnections()
  slack.close()
})

const open = async (path: string, title: string) => {
  const { page } = held.visitor
  await page.goto(`/projects/${held.projectId}/settings/${path}`)
  await page.getByRole("heading", { name: title, exact: true, level: 1 }).waitFor()
}

test("a Slack channel is set up, verified by its code, and paged by a policy", async () => {
  const { page } = held.visitor
  await open("channels", "Team channels")
  await page.getByRole("link", { name: "Add channel" }).first().click()
  await page.getByRole("radio", { name: /^Slack bot/ }).check()
  await page.getByLabel("Name").fill("#ops")
  await page.getByLabel("Bot token").fill("nonsense")
  await page.getByLabel("Signing secret").fill("a".repeat(32))
  await page.getByLabel("Channel ID").fill("C024BE91L")
  await page.getByRole("button", { name: "Add and send code" }).click()
  await page.getByText("which begins with xoxb-").waitFor()
  await page.getByLabel("Bot token").fill("xoxb-1-2-3")
  await page.getByRole("button", { name: "Add and send code" }).click()
  await page.getByRole("heading", { name: "#ops" }).waitFor()
  await soon(() => posts.length).toBe(1)
  // An expired code is not asked for.
  const { prisma } = api.world.services.database
  await prisma.channel.updateMany({ data: { codeExpiresAt: new Date(Date.now() - 60_000) } })
  await page.reload()
  await page.getByText("The last code has expired.").waitFor()
  expect(await page.getByLabel("Code sent to #ops").count()).toBe(0)
  await page.getByRole("button", { name: "Send code" }).click()
  await soon(() => posts.length).toBe(2)
  const [code = ""] = /\b\d{6}\b/.exec(posts[1] ?? "") ?? []
  await page.getByLabel("Code sent to #ops").fill(code)
  await page.getByRole("button", { name: "Confirm" }).click()
  await page.getByText("Ready", { exact: true }).waitFor()
  await page.getByText("No policy pages this channel yet.").waitFor()
  await page.getByRole("button", { name: "Send test" }).click()
  await page.getByText("Test delivered").first().waitFor()

  const channel = await api.world.services.database.prisma.channel.findFirstOrThrow({
    where: { projectId: held.projectId },
  })
  await createPolicy(api.world.system, {
    projectId: held.projectId,
    name: "Standard",
    isDefault: true,
    rules: [{ delayMinutes: 0, targets: [{ channelId: channel.id }] }],
  })
  await page.reload()
  const use = page.getByRole("region", { name: "Paged by" })
  await use.getByText("Step 1 at once").waitFor()
  await expectAccessible(held.visitor, "a channel")
  const { alert } = await pagingOf(api.world).fail(held.projectId)
  await soon(() => posts.some((post) => post.includes(`#${alert.number} `))).toBe(true)
  expect(held.visitor.faults).toEqual([])
})
