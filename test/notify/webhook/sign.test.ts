import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { expect, test } from "vitest"
import { newSigningSecret } from "../../../src/graphql/delivery/webhook/webhook-secret.ts"
import { newId } from "../../../src/platform/id.ts"
import { signatureHeaders } from "../../../src/notify/webhook/sign-webhook.ts"

const now = () => Math.floor(Date.now() / 1000)

test("signatures equal the published test vectors", () => {
  const first = signatureHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  })
  expect(first).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  })
})

test.each([
  ["standardwebhooks", Webhook],
  ["svix", SvixWebhook],
])("the library %s verifies with either secret, and refuses changed content", (_name, Webhook) => {
  const [current, previous, strange] = [1, 2, 3].map(() => newSigningSecret().secret)
  const body = JSON.stringify({ type: "alert.created", data: { title: "“Größe” 🚨" } })
  const headers = signatureHeaders([current ?? "", previous ?? ""], {
    id: newId(),
    timestamp: now(),
    body,
  })
  expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  for (const secret of [current, previous]) {
    expect(() => new Webhook(secret ?? "").verify(body, headers)).not.toThrow()
  }
  expect(() => new Webhook(strange ?? "").verify(body, headers)).toThrow("No matching signature")
  expect(() => new Webhook(current ?? "").verify(`${body} `, headers)).toThrow(
    "No matching signature",
  )
  const earlier = {
    ...headers,
    "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1),
  }
  expect(() => new Webhook(current ?? "").verify(body, earlier)).toThrow("No matching signature")
})
