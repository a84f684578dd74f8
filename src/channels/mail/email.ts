import { z } from "zod"
import { email as address } from "../../platform/text-schema.ts"
import type { Channel } from "../channel.ts"
import { missingMailSettings } from "../../platform/missing-settings.ts"

const config = z.strictObject({ address })

export type EmailConfig = z.output<typeof config>

export const email: Channel<EmailConfig> = {
  kind: "email",
  title: "E-mail",
  noun: "e-mail",
  description: "An e-mail.",
  owners: ["user", "project"],
  config,
  entered: [
    { name: "address", label: "E-mail address", type: "email", example: "you@example.com" },
  ],
  setup: null,
  addressOf: ({ address }) => address,
  hintOf: ({ address }) => address.replace(/^(.).*(?=@)/u, "$1•••"),
  missing: missingMailSettings,
  sender: "email",
  isVerifiedByLink: true,
  isIntrusive: false,
  defaultDelayMinutes: 0,
  usedByDefault: "oldest",
  sendsChanges: "endings",
  editsMessages: false,
  takesDigest: true,
  confirmsDelivery: "never",
}
