import { z } from "zod"
import { evidence, nested } from "../parameters.ts"

const none = z.object({})

/** Their own names of their errors, as far as we have words for them. */
export const slackBotErrors = [
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "invalid_auth",
  "not_authed",
  "token_revoked",
  "token_expired",
  "account_inactive",
  "missing_scope",
  "restricted_action",
] as const
export const slackHookErrors = [
  "no_service",
  "no_active_hooks",
  "invalid_token",
  "channel_not_found",
  "channel_is_archived",
  "action_prohibited",
  "team_disabled",
  "posting_to_general_channel_denied",
] as const
export const discordErrors = [10_003, 10_015, 50_001, 50_013, 50_027, 401] as const
/** Of a phone number, for good. */
export const twilioErrors = [
  13_223, 13_224, 13_227, 21_211, 21_214, 21_215, 21_216, 21_217, 21_408, 21_610, 21_612, 21_614,
  21_635,
] as const
export const phoneStatuses = ["undelivered", "failed", "busy", "no-answer", "canceled"] as const
export const carrierErrors = [
  "30002",
  "30003",
  "30004",
  "30005",
  "30006",
  "30007",
  "30034",
  "30036",
] as const
export const mailErrors = [
  "EAUTH",
  "ENOAUTH",
  "EENVELOPE",
  "EMESSAGE",
  "ETIMEDOUT",
  "ETLS",
  "ECONNECTION",
  "ESOCKET",
  "EDNS",
] as const
export const urlRules = ["no_credentials", "https", "default_port", "reachable"] as const

const provider = { provider: z.enum(["Discord", "Slack", "Twilio"]) }
const status = { status: z.number() }

/** Why a message or webhook was not sent, or did not arrive. `said` is what a provider answered. */
export const deliveryCodes = {
  endpoint_refused: z.object({ receiver: z.enum(["endpoint", "push_service"]), ...status }),
  post_timed_out: z.object({ isConnected: z.boolean(), seconds: z.number() }),
  post_failed: z.object({ said: evidence() }),
  post_untrusted: z.object({ said: evidence() }),
  provider_limits: z.object(provider),
  provider_failed: z.object({ ...provider, ...status }),
  provider_unreachable: z.object({ ...provider, said: evidence() }),
  provider_refused: z.object({ ...provider, said: evidence() }),
  slack_failed: z.object({ said: evidence() }),
  slack_queue_full: none,
  slack_bot_refused: z.object({ error: z.enum(slackBotErrors) }),
  slack_hook_refused: z.object({ error: z.enum(slackHookErrors) }),
  slack_hook_unknown: none,
  discord_refused: z.object({ error: z.literal(discordErrors) }),
  twilio_failed: z.object({ error: evidence(), said: evidence() }),
  twilio_refused: z.object({ error: z.literal(twilioErrors) }),
  /** As Twilio reports it later; `error` is its code. */
  phone_not_reached: z.object({
    status: z.enum(phoneStatuses),
    carrier: z.enum(carrierErrors).nullable(),
    error: evidence().nullable(),
  }),
  mail_failed: z.object({ error: z.enum(mailErrors).nullable(), said: evidence() }),
  channel_not_set_up: z.object({
    kind: z.enum(["email", "sms", "voice"]),
    settings: z.array(evidence()),
  }),
  browser_gone: none,
  browser_renewed: none,
  browser_key_old: z.object(status),
  push_too_long: none,
  nothing_left_to_send: none,
  internal_error: none,
  stored_address_unreadable: none,
  signing_secret_unreadable: none,
  channel_deleted: none,
  channel_off: none,
  channel_unverified: none,
  channel_address_changed: none,
  channel_throttled: z.object({ most: z.number(), minutes: z.number() }),
  newer_code: none,
  receiver_gone: none,
  page_not_public: none,
  address_not_confirmed: none,
  address_refused: z.object({ why: nested() }),
  /** A clause: what a URL must be like. `why` it leads nowhere, for the last rule. */
  url_rule: z.object({ rule: z.enum(urlRules), why: nested() }),
  sender_stopped: none,
  endpoint_off: none,
  endpoint_gone: none,
  endpoint_failing: none,
  invitation_withdrawn: none,
  project_deleted: none,
  restored_from_backup: z.object({ madeAt: z.string() }),
}
