import type { Env, SettingName } from "./env.ts"

type Settable = {
  names: readonly SettingName[]
  /** Never shown again: what is shown instead tells which service it is for. */
  secrets: Partial<Record<SettingName, (env: Env) => string | null>>
}

/** What the operator may set in the browser, by what it is for; all of one group is set and tested together. */
export const settable = {
  mail: {
    names: ["SMTP_URL", "MAIL_FROM"],
    secrets: { SMTP_URL: ({ SMTP_URL }) => hostOf(SMTP_URL) },
  },
  phone: {
    names: ["TWILIO_URL"],
    secrets: { TWILIO_URL: ({ TWILIO_URL }) => TWILIO_URL?.from ?? null },
  },
  base_url: { names: ["BASE_URL"], secrets: {} },
  sign_up: { names: ["SIGN_UP"], secrets: {} },
  sign_on: {
    names: [
      "SSO_NAME",
      "SSO_OIDC_URL",
      "SSO_DOMAINS",
      "SSO_GROUPS_CLAIM",
      "SSO_GROUPS",
      "SSO_ONLY",
    ],
    secrets: { SSO_OIDC_URL: ({ SSO_OIDC_URL }) => SSO_OIDC_URL?.issuer ?? null },
  },
} as const satisfies Record<string, Settable>

export type SettingGroup = keyof typeof settable

export const settingGroups = Object.keys(settable) as SettingGroup[]

/** Widened, so that each group has the same type. */
export const settableIn = (group: SettingGroup): Settable => settable[group]

const hostOf = (url: string | undefined): string | null =>
  url === undefined ? null : new URL(url).host
