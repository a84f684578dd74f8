import { expect, test } from "vitest"
import { eventKinds } from "../../src/graphql/outbox/event-kinds.ts"
import { newSigningSecret } from "../../src/graphql/delivery/webhook/webhook-secret.ts"
import { newId } from "../../src/platform/id.ts"
import { signatureHeaders } from "../../src/notify/webhook/sign-webhook.ts"
import { eventPayloads } from "../../src/graphql/outbox/event-payloads.ts"
import { apiEnv, useApi } from "../support/api.ts"
import { blocksOf } from "../support/docs.ts"
import { expectAccessible, freePort, useBrowser } from "../web/browser.ts"

const port = await freePort()
const base = `http://127.0.0.1:${port}`
useApi({ ...apiEnv, PORT: port, BASE_URL: base })
const browser = useBrowser({ needsDashboard: false })

test("every event kind is shown with an example body as it is sent", async () => {
  const page = await (await fetch(`${base}/docs/webhooks`)).text()
  const bodies = blocksOf(page).map(
    ({ text }) => JSON.parse(text) as { type: string; data: unknown },
  )
  expect(bodies.map(({ type }) => type)).toEqual(eventKinds)
  for (const kind of eventKinds) {
    const shown = bodies.find(({ type }) => type === kind)
    expect({ kind, issues: eventPayloads[kind].safeParse(shown?.data).error }).toEqual({ kind })
  }
})

const body = JSON.stringify({ type: "alert.created", data: { title: "“Größe” 🚨\n" } })

test("a signature is verified in the browser, and nothing is sent", async () => {
  const visitor = await browser.visit(base)
  const { page } = visitor
  const asked: string[] = []
  const answer = await page.goto("/docs/webhooks")
  expect(answer?.headers()["content-security-policy"]).toMatchInlineSnapshot(
    `"default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'"`,
  )
  page.on("request", (request) => asked.push(request.url()))
  const { secret } = newSigningSecret()
  const other = newSigningSecret().secret
  const check = async (given: Record<string, string>) => {
    for (const [name, value] of Object.entries(given)) await page.locator(`#${name}`).fill(value)
    await page.getByRole("button", { name: "Check" }).click()
  }
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = signatureHeaders([other, secret], { id: newId(), timestamp, body })
  await check({ secret, body, ...headers })
  await page.getByText("The delivery is genuine.").waitFor()
  await check({ body: `${body} ` })
  await page.getByText("No signature matches.").waitFor()
  await check({ body, secret: newSigningSecret().secret })
  await page.getByText("No signature matches.").waitFor()
  // The browser takes a while for one verification, and another is requested meanwhile.
  await page.evaluate(`{
    const subtle = crypto.subtle
    const sign = subtle.sign.bind(subtle)
    const gate = Promise.withResolvers()
    globalThis.goOn = gate.resolve
    subtle.sign = async (...given) => {
      subtle.sign = sign
      await gate.promise
      const signed = sign(...given)
      globalThis.signed = signed
      return signed
    }
  }`)
  await check({ secret })
  await check({ secret: "whsec_%" })
  await page.getByText("The secret is not whsec_ and base64.").waitFor()
  await page.evaluate(`(async () => {
    goOn()
    while (globalThis.signed === undefined) await new Promise(requestAnimationFrame)
    await signed
    await new Promise(requestAnimationFrame)
  })()`)
  expect(await page.locator("#verdict").textContent()).toContain("whsec_ and base64")
  const old = signatureHeaders([secret], { id: newId(), timestamp: timestamp - 301, body })
  await check({ secret, ...old })
  await page.getByText("Its time is more than five minutes off").waitFor()
  await expectAccessible(visitor, "webhooks")
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
  expect(await page.evaluate(overflow)).toBe(0)
  expect({ asked, faults: visitor.faults }).toEqual({ asked: [], faults: [] })
})
