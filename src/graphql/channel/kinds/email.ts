import { z } from "zod"
import { email as address } from "../../member/role.ts"
import type { Kind } from "../kind.ts"
import { missingSettings } from "../missing.ts"

const config = z.strictObject({ address })

export type EmailConfig = z.output<typeof config>

export const email: Kind<EmailConfig> = {
  kind: "email",
  owners: ["user", "project"],
  config,
  addressOf: ({ address }) => address,
  hintOf: ({ address }) => address.replace(/^(.).*(?=@)/u, "$1•••"),
  missing: (env) => missingSettings(env, ["SMTP_URL", "MAIL_FROM"]),
}
