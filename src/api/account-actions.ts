import { z } from "zod"
import { email as address } from "../platform/text-schema.ts"
import type { AccountActions } from "../pages/account/serve-account.ts"
import type { Services } from "../platform/services.ts"
import { takeBackFactors } from "./factors/take-back.ts"
import type { Auth } from "./auth.ts"

const said = z.object({ code: z.string().catch(""), message: z.string().catch("") })

/** The pages that mailed links open. better-auth handles the action and rate-limits it by `peer`. */
export function accountActionsOf(auth: Auth, services: Services, peer: string): AccountActions {
  const { BASE_URL } = services.env
  async function ask(path: string, body?: unknown) {
    const request = new Request(`${BASE_URL}/api/auth${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", origin: new URL(BASE_URL).origin },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const response = await auth.handler(request, peer)
    if (response.ok) return null
    const { code, message } = said.catch({ code: "", message: "" }).parse(await response.json())
    const isLinkBad = ["INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"].includes(code)
    const words = response.status === 429 ? "Too many attempts. Try again in a minute." : message
    return { isLinkBad, words }
  }
  return {
    isOpen: auth.sendsMail,
    requestReset(given) {
      const { data: email } = address.safeParse(given)
      if (email !== undefined) return ask("/request-password-reset", { email })
      return Promise.resolve({
        isLinkBad: false,
        words: "Enter an e-mail address such as ada@example.com.",
      })
    },
    resetPassword: (token, newPassword) => ask("/reset-password", { token, newPassword }),
    takeBackFactors: (token) => takeBackFactors(services, token),
    confirmAddress: (token) => ask(`/verify-email?token=${encodeURIComponent(token)}`),
  }
}
